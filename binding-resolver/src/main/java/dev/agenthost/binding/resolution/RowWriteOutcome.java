package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;

/** What became of a row that was to be kept. */
public sealed interface RowWriteOutcome {
    /** It is stored: publish its record. */
    record First() implements RowWriteOutcome {}

    /** The same event came before, and nobody has noted that its record went out: publish what is stored. */
    record Unpublished(OutboundRecord stored) implements RowWriteOutcome {}

    /** The same event came before, and its record went out. */
    record Repeated() implements RowWriteOutcome {}

    /** Another event came before under the same id. */
    record Conflicting(String knownFingerprint) implements RowWriteOutcome {}

    /** The store refuses this row as data, whenever it is tried. */
    record Refused(String why) implements RowWriteOutcome {}
}
