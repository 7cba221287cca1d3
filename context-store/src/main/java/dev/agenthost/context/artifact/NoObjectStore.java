package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;

/** The object store of an installation that configures none. Every call fails. */
public final class NoObjectStore implements ObjectStore {
    private static final String WHY =
            "bytes of artifacts are in an object store, and agenthost.artifacts.s3 does not name it";

    @Override
    public Uni<Void> write(String object, long size, Source source) {
        return Uni.createFrom().failure(new IllegalStateException(WHY));
    }

    @Override
    public Uni<byte[]> read(String object, long from, long to) {
        return Uni.createFrom().failure(new IllegalStateException(WHY));
    }

    @Override
    public Uni<Void> delete(String object) {
        return Uni.createFrom().failure(new IllegalStateException(WHY));
    }
}
