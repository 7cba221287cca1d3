package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.topic.RecordPosition;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a redrive for one dead letter.
 *
 * @param number of the redrive among those of this dead letter, from 1 on
 * @param to the redriven record; null before it is published
 */
public record RedriveOutcome(
        DeadLetterRecord record,
        Kind kind,
        int number,
        @Nullable RecordPosition to) {

    /** The outcomes. */
    public enum Kind implements WireName {
        /** Would be redriven. */
        PLANNED,
        REDRIVEN,
        /** Another redrive started it first. */
        HELD,
        /** Deleted by the retention of its topic. */
        GONE,
        /** It does not name the position of an original record on the topic of its dead letters. */
        NO_ORIGIN,
        /** Its topic has no such partition any more. */
        NO_PARTITION
    }

    RedriveOutcome with(Kind next, @Nullable RecordPosition target) {
        return new RedriveOutcome(record, next, number, target);
    }
}
