package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;

/** Bytes under names, far away. An object is written once, by one writer, and read when that is done. */
public interface ObjectStore {
    /** Where the bytes come from: some of them, in order. */
    interface Source {
        /** @param to after the last */
        Uni<byte[]> bytes(long from, long to);
    }

    /** All bytes; holds a part of them at a time. Where it fails, nothing or a part of an object may be left. */
    Uni<Void> write(String object, long size, Source source);

    /**
     * Some bytes; fewer where they are not there any more.
     *
     * @param to after the last
     */
    Uni<byte[]> read(String object, long from, long to);

    /** Also of an object that was never written, or not to its end. */
    Uni<Void> delete(String object);
}
