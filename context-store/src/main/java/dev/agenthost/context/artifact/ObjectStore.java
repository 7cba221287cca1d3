package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;

/** Remote storage of bytes under names. An object is written once, by one writer, and read after that. */
public interface ObjectStore {
    /** Source of the bytes of an object; read in order, part by part. */
    interface Source {
        /** @param to after the last */
        Uni<byte[]> bytes(long from, long to);
    }

    /** Writes all bytes; holds a part of them at a time. A failure may leave nothing or a part of an object. */
    Uni<Void> write(String object, long size, Source source);

    /**
     * Reads some bytes; fewer if they are not there any more.
     *
     * @param to after the last
     */
    Uni<byte[]> read(String object, long from, long to);

    /** Deletes an object, also one that was never or only partly written. */
    Uni<Void> delete(String object);
}
