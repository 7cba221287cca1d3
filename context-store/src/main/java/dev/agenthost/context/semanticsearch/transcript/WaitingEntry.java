package dev.agenthost.context.semanticsearch.transcript;

/**
 * An entry that has no vector of the model.
 *
 * @param text the beginning of the message
 * @param hash of the whole text
 */
public record WaitingEntry(long seq, String text, long hash) {
    /** Characters of an entry that are embedded: further text changes little and costs much. */
    public static final int READ_LIMIT = 4_000;
}
