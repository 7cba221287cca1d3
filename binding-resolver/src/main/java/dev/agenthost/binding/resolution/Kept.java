package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publish.OutboundRecord;

/** What became of a row that was to be kept. */
public sealed interface Kept {
    /** It is stored: publish its record. */
    record First() implements Kept {}

    /** The same event came before, and nobody has noted that its record went out: publish what is stored. */
    record Unpublished(OutboundRecord stored) implements Kept {}

    /** The same event came before, and its record went out. */
    record Repeated() implements Kept {}

    /** Another event came before under the same id. */
    record Conflicting(String knownFingerprint) implements Kept {}

    /** The store refuses this row as data, whenever it is tried. */
    record Refused(String why) implements Kept {}
}
