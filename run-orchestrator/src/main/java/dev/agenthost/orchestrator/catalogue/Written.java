package dev.agenthost.orchestrator.catalogue;

/** What became of a change to a catalogue. */
public sealed interface Written<T> {
    /** @param kept as it is now; of a deletion as it was */
    record Done<T>(T kept) implements Written<T> {}

    record Missing<T>() implements Written<T> {}

    record Exists<T>() implements Written<T> {}

    /** Somebody was faster. */
    record Stale<T>(int version) implements Written<T> {}
}
