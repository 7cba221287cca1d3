package dev.agenthost.orchestrator.catalogue;

/** The outcome of a change of a catalogue. */
public sealed interface WriteOutcome<T> {
    /** @param item the item after the change; of a deletion, the item before it */
    record Done<T>(T item) implements WriteOutcome<T> {}

    record Missing<T>() implements WriteOutcome<T> {}

    record Exists<T>() implements WriteOutcome<T> {}

    /** The item has another version. */
    record Stale<T>(int version) implements WriteOutcome<T> {}
}
