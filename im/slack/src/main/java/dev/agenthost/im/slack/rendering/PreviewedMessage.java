package dev.agenthost.im.slack.rendering;

/**
 * The message of an unfinished answer, as it is recorded.
 *
 * @param ts its time stamp
 * @param isStreamed true if it was started as a stream, which must be stopped before the message is edited
 */
public record PreviewedMessage(String ts, boolean isStreamed) {
    private static final String STREAM = "stream:";

    /** Reads the recorded id. */
    public static PreviewedMessage of(String id) {
        return id.startsWith(STREAM)
                ? new PreviewedMessage(id.substring(STREAM.length()), true)
                : new PreviewedMessage(id, false);
    }

    /** Returns the id to record. */
    public String id() {
        return isStreamed ? STREAM + ts : ts;
    }
}
