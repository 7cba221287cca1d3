package dev.agenthost.delivery.stream;

/** The reason for which a live stream was closed before its run was over. Its reader resumes on a new connection. */
public enum StreamCloseReason {
    /** More bytes wait for the reader than the limit. */
    SLOW("too_slow", "This stream was too slow. Please resume it."),
    /** The reader read none of its waiting bytes for too long. */
    STUCK("stalled", "This stream was not read. Please resume it."),
    /** This replica lost its position in the topic. */
    LOST("position_lost", "This stream was interrupted. Please resume it."),
    /** The key that opened it was revoked. */
    REVOKED("key_revoked", "This stream was interrupted. Please resume it.");

    private final String label;
    private final String sentence;

    StreamCloseReason(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /** Returns the label for metrics and logs. */
    public String label() {
        return label;
    }

    /** Returns the text for a reader that has received nothing yet. */
    public String sentence() {
        return sentence;
    }
}
