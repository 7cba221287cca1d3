package dev.agenthost.delivery.stream;

/** Why a live stream was broken off before its run was over. Its reader resumes on a new connection. */
public enum StreamCloseReason {
    /** More waits for it than may. */
    SLOW("too_slow", "This stream was too slow. Please resume it."),
    /** It took nothing of what waits for it for too long. */
    STUCK("stalled", "This stream was not read. Please resume it."),
    /** This replica lost its place in the log. */
    LOST("position_lost", "This stream was interrupted. Please resume it."),
    /** The key that opened it was revoked. */
    REVOKED("key_revoked", "This stream was interrupted. Please resume it.");

    private final String word;
    private final String sentence;

    StreamCloseReason(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    /** As metrics and logs have it. */
    public String word() {
        return word;
    }

    /** As its reader is told where he was told nothing before. */
    public String sentence() {
        return sentence;
    }
}
