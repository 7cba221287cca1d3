package dev.agenthost.protocol.topic;

/**
 * The headers that a redriven record has beside those of its original; {@link DeadLetterHeaders} it has no more. A record
 * that is dead-lettered again keeps them, so its dead letter shows how often it was redriven.
 */
public final class RedriveHeaders {
    /** The position of the dead letter that was redriven, as {@link RecordPosition} writes it. */
    public static final String FROM = "agenthost-redriven-from";
    /** The number of redrives of the record, from 1 on. */
    public static final String COUNT = "agenthost-redrive-count";

    private RedriveHeaders() {}
}
