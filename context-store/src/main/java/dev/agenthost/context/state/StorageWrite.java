package dev.agenthost.context.state;

/** What became of a write. */
public sealed interface StorageWrite {
    /** @param changed false where there was nothing to delete; of a repetition, what the first one answered */
    record Written(boolean changed) implements StorageWrite {}

    /** There is another value than was expected, or none, or one where none was. Nothing was changed, and the operation may be tried again. */
    record Stale() implements StorageWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements StorageWrite {}

    /** The owner's values would have more bytes than its quota. Nothing was changed, and the operation may be tried again. */
    record TooManyBytes() implements StorageWrite {}

    /** The owner has as many keys as its quota. Nothing was changed, and the operation may be tried again. */
    record TooManyKeys() implements StorageWrite {}
}
