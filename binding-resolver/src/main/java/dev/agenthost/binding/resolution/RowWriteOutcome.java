package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;

/** The outcome of storing a row. */
public sealed interface RowWriteOutcome {
    /** The row is stored: publish its record. */
    record First() implements RowWriteOutcome {}

    /** The same event is stored, and its record is not marked as published: publish the stored one. */
    record Unpublished(OutboundRecord stored) implements RowWriteOutcome {}

    /** The same event is stored, and its record is published. */
    record Repeated() implements RowWriteOutcome {}

    /** Another event with the same id is stored. */
    record Conflicting(String knownFingerprint) implements RowWriteOutcome {}

    /** The store refuses this row as data, at every attempt. */
    record Refused(String why) implements RowWriteOutcome {}
}
