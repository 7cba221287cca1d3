package dev.agenthost.orchestrator.model;

/** A stream that began and did not end as it should. */
public final class BrokenStream extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProviderAnswer.Trouble<?> trouble;

    public BrokenStream(ProviderAnswer.Trouble<?> trouble) {
        super("the provider's stream broke", null, false, false);
        this.trouble = trouble;
    }

    public ProviderAnswer.Trouble<?> trouble() {
        return trouble;
    }
}
