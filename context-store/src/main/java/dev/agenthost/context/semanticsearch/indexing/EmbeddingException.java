package dev.agenthost.context.semanticsearch.indexing;

/** Vectors that cannot be had. */
public final class EmbeddingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isOfTheText;
    private final boolean isBusy;

    /**
     * @param why in a few words, without anything that a provider said
     * @param isOfTheText whether these texts are refused; else whoever makes vectors is in trouble, which passes
     */
    public EmbeddingException(String why, boolean isOfTheText) {
        this(why, isOfTheText, false);
    }

    private EmbeddingException(String why, boolean isOfTheText, boolean isBusy) {
        super(why, null, false, false);
        this.isOfTheText = isOfTheText;
        this.isBusy = isBusy;
    }

    /** As much is asked for already as may be; nothing is wrong with anybody. */
    public static EmbeddingException busy(String why) {
        return new EmbeddingException(why, false, true);
    }

    public boolean isOfTheText() {
        return isOfTheText;
    }

    /** Whether nobody was asked, because this replica asks for enough. */
    public boolean isBusy() {
        return isBusy;
    }
}
