package dev.agenthost.binding.binding;

/** What became of a change to a binding. */
public sealed interface BindingWritten {
    /** It is stored as this. */
    record Stored(Binding binding) implements BindingWritten {}

    /** It is gone. */
    record Deleted() implements BindingWritten {}

    /** The id is taken. */
    record Exists() implements BindingWritten {}

    /** There is none of that id. */
    record Missing() implements BindingWritten {}

    /** Somebody changed it in between. */
    record Stale(int currentVersion) implements BindingWritten {}

    /** The agent it names does not exist. */
    record NoSuchAgent() implements BindingWritten {}

    /** An enabled binding could not be told from it by any event that both fit. */
    record Clashing(String otherBindingId) implements BindingWritten {}
}
