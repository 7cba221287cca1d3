package dev.agenthost.context.state;

/** The stored value that a change expects. If it is another, nothing is changed and the caller gets an error. */
public sealed interface StorageCondition {
    /** Any value or none. */
    record Any() implements StorageCondition {}

    /** The value with that etag: not overwritten since the caller read it. */
    record Unchanged(String etag) implements StorageCondition {}

    /** No value. */
    record Absent() implements StorageCondition {}
}
