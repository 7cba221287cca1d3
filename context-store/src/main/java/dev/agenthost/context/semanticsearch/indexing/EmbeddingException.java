package dev.agenthost.context.semanticsearch.indexing;

/** A failure to make vectors. */
public final class EmbeddingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isOfTheText;
    private final boolean isBusy;

    /**
     * @param why in a few words; quotes nothing of a provider's answer
     * @param isOfTheText true if these texts are refused; false for a transient failure of the embedder
     */
    public EmbeddingException(String why, boolean isOfTheText) {
        this(why, isOfTheText, false);
    }

    private EmbeddingException(String why, boolean isOfTheText, boolean isBusy) {
        super(why, null, false, false);
        this.isOfTheText = isOfTheText;
        this.isBusy = isBusy;
    }

    /** Too many requests run already; neither the texts nor the embedder is at fault. */
    public static EmbeddingException busy(String why) {
        return new EmbeddingException(why, false, true);
    }

    public boolean isOfTheText() {
        return isOfTheText;
    }

    /** Returns true if nothing was sent, because this replica has reached its limit of requests. */
    public boolean isBusy() {
        return isBusy;
    }
}
