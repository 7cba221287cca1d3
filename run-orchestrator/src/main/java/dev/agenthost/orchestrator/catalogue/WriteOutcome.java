package dev.agenthost.orchestrator.catalogue;

/** The outcome of a change of a catalogue. */
public sealed interface WriteOutcome<T> {
    /** @param kept the item as it is now; of a deletion as it was */
    record Done<T>(T kept) implements WriteOutcome<T> {}

    record Missing<T>() implements WriteOutcome<T> {}

    record Exists<T>() implements WriteOutcome<T> {}

    /** Another change was faster. */
    record Stale<T>(int version) implements WriteOutcome<T> {}
}
