package dev.agenthost.context.file;

import dev.agenthost.protocol.store.artifact.StoredFile;

/** Outcome of storing a file. */
public sealed interface FileWrite {
    /** @param isNew false if the same bytes were stored already, under the same name and for the same purpose */
    record Stored(StoredFile file, boolean isNew) implements FileWrite {}

    /** The workspace's files would have more bytes than its quota. */
    record TooManyBytes() implements FileWrite {}

    record TooManyFiles() implements FileWrite {}
}
