package dev.agenthost.orchestrator.catalogue;

/** What became of a change to a catalogue. */
public sealed interface WriteOutcome<T> {
    /** @param kept as it is now; of a deletion as it was */
    record Done<T>(T kept) implements WriteOutcome<T> {}

    record Missing<T>() implements WriteOutcome<T> {}

    record Exists<T>() implements WriteOutcome<T> {}

    /** Somebody was faster. */
    record Stale<T>(int version) implements WriteOutcome<T> {}
}
