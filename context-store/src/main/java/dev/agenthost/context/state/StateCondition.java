package dev.agenthost.context.state;

/** The stored value that a change expects. If it is another, nothing is changed and the caller gets an error. */
public sealed interface StateCondition {
    /** Any value or none. */
    record Any() implements StateCondition {}

    /** The value with that etag: not overwritten since the caller read it. */
    record Unchanged(String etag) implements StateCondition {}

    /** No value. */
    record Absent() implements StateCondition {}
}
