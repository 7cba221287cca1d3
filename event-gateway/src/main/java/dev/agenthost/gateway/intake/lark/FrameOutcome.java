package dev.agenthost.gateway.intake.lark;

import java.util.Locale;

/** The outcome of an event of a long connection, as {@code connection_events_total} counts it. */
public enum FrameOutcome {
    /** Answered with 200. */
    ACCEPTED,
    /** Answered with 500, because it could not be stored. */
    FAILED,
    /** Answered with 500, because it is over a limit or damaged. */
    REFUSED,
    /** No frame; it has no answer. */
    UNREADABLE;

    /** Returns the value of the label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
