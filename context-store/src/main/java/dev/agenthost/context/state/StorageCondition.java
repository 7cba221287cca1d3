package dev.agenthost.context.state;

/** What a change expects to be there. Where it is not so, nothing is changed, and who asked is told. */
public sealed interface StorageCondition {
    /** Whatever is there. */
    record Any() implements StorageCondition {}

    /** The value with that etag: nobody has written another since it was read. */
    record Unchanged(String etag) implements StorageCondition {}

    /** No value: nobody was first. */
    record Absent() implements StorageCondition {}
}
