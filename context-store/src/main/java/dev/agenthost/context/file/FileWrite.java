package dev.agenthost.context.file;

import dev.agenthost.protocol.store.artifact.StoredFile;

/** What became of a file that was to be kept. */
public sealed interface FileWrite {
    /** @param isNew false where the same bytes were there, under the same name and for the same purpose */
    record Kept(StoredFile file, boolean isNew) implements FileWrite {}

    /** The workspace's files would have more bytes than its quota. */
    record TooManyBytes() implements FileWrite {}

    record TooManyFiles() implements FileWrite {}
}
