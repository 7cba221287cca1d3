package dev.agenthost.platform.rest;

/** The outcome of a change of a versioned object. */
public sealed interface WriteOutcome<T> {
    /**
     * The change is committed.
     *
     * @param value the current state; of a deletion the last one
     * @param isNew true if no object had that id
     */
    record Done<T>(T value, boolean isNew) implements WriteOutcome<T> {}

    /** No object has that id. */
    record Missing<T>() implements WriteOutcome<T> {}

    /** The id is taken. */
    record Exists<T>() implements WriteOutcome<T> {}

    /** Another change was first; {@code version} is the current one. */
    record Stale<T>(long version) implements WriteOutcome<T> {}

    /** A rule of the kind forbids the change. */
    record Refused<T>(WriteRefusal why) implements WriteOutcome<T> {}
}
