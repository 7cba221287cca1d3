package dev.agenthost.binding.change;

/** What became of a change. */
public sealed interface Written<T> {
    /** It was made. {@code value} is as it stands now; of a deletion as it was last. */
    record Done<T>(T value) implements Written<T> {}

    /** It was not, and nothing is changed. */
    record Refused<T>(Refusal why) implements Written<T> {}
}
