package dev.agenthost.binding.catalog;

/** The outcome of a change. */
public sealed interface WriteOutcome<T> {
    /** The change was made. {@code value} is the current state; for a deletion the last one. */
    record Done<T>(T value) implements WriteOutcome<T> {}

    /** The change was refused, and no data changed. */
    record Refused<T>(ChangeRejection why) implements WriteOutcome<T> {}
}
