package dev.agenthost.context.semanticsearch.transcript;

/**
 * An entry that has no vector of the model.
 *
 * @param text the beginning of what was said
 * @param hash of all of it
 */
public record WaitingEntry(long seq, String text, long hash) {
    /** Characters of an entry that are embedded: what stands behind changes little and costs much. */
    public static final int LOOKED_AT = 4_000;
}
