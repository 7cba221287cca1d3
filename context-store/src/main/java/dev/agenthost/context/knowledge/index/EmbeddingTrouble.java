package dev.agenthost.context.knowledge.index;

/** Vectors that cannot be had. */
public final class EmbeddingTrouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isOfTheText;

    /**
     * @param why in a few words, without anything that a provider said
     * @param isOfTheText whether these texts are refused; else whoever makes vectors is in trouble, which passes
     */
    public EmbeddingTrouble(String why, boolean isOfTheText) {
        super(why, null, false, false);
        this.isOfTheText = isOfTheText;
    }

    public boolean isOfTheText() {
        return isOfTheText;
    }
}
