package dev.agenthost.orchestrator.model;

/** A stream that began and did not end as it should. */
public final class BrokenStreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProviderResponse.Trouble<?> trouble;

    public BrokenStreamException(ProviderResponse.Trouble<?> trouble) {
        super("the provider's stream broke", null, false, false);
        this.trouble = trouble;
    }

    public ProviderResponse.Trouble<?> trouble() {
        return trouble;
    }
}
