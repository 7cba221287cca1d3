package dev.agenthost.gateway.intake.connection;

import java.util.Locale;

/** The outcome of an event of a connection, as {@code connection_events_total} counts it. */
public enum FrameOutcome {
    /** Acknowledged: it is on Kafka or a dead letter, or a pressed button has its answer. */
    ACCEPTED,
    /** Not acknowledged, because it could not be stored. */
    FAILED,
    /** Not acknowledged, because it is over a limit, damaged or of a kind that is not supported. */
    REFUSED,
    /** No message of the platform's protocol; it has no answer. */
    UNREADABLE;

    /** Returns the value of the label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
