package dev.agenthost.context.state;

/** Outcome of a write to storage. */
public sealed interface StorageWrite {
    /** @param changed false if there was nothing to delete; of a repetition, the answer of the first write */
    record Written(boolean changed) implements StorageWrite {}

    /**
     * The stored value is not the expected one, is missing, or exists though none was expected. Nothing was changed, and the operation
     * may be repeated.
     */
    record Stale() implements StorageWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements StorageWrite {}

    /** The owner's values would exceed its quota of bytes. Nothing was changed, and the operation may be repeated. */
    record TooManyBytes() implements StorageWrite {}

    /** The owner has reached its quota of keys. Nothing was changed, and the operation may be repeated. */
    record TooManyKeys() implements StorageWrite {}
}
