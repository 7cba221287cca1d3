package dev.agenthost.orchestrator.model;

/** A stream of a provider that ended before its regular end. */
public final class BrokenStreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProviderResponse.Failure<?> failure;

    public BrokenStreamException(ProviderResponse.Failure<?> failure) {
        super("the provider's stream broke", null, false, false);
        this.failure = failure;
    }

    public ProviderResponse.Failure<?> failure() {
        return failure;
    }
}
