package dev.agenthost.binding.catalog;

/** What became of a change. */
public sealed interface WriteOutcome<T> {
    /** It was made. {@code value} is as it stands now; of a deletion as it was last. */
    record Done<T>(T value) implements WriteOutcome<T> {}

    /** It was not, and nothing is changed. */
    record Refused<T>(ChangeRejection why) implements WriteOutcome<T> {}
}
