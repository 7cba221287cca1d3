package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Artifacts in memory, read in pieces. */
final class StoredArtifacts implements ArtifactReader {
    static final int PIECE = 64 * 1024;

    private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile int readsUntilFailure = Integer.MAX_VALUE;

    void put(String id, byte[] content) {
        contents.put(id, content);
    }

    /** The store answers that many further reads, then fails once. */
    void failAfter(int reads) {
        readsUntilFailure = reads;
    }

    int failures() {
        return failures.get();
    }

    @Override
    public synchronized Uni<Answer> read(ArtifactOwner reader, String artifactId, long offset) {
        if (readsUntilFailure-- == 0) {
            failures.incrementAndGet();
            readsUntilFailure = Integer.MAX_VALUE;
            return Uni.createFrom().failure(new IllegalStateException("unavailable"));
        }
        byte[] content = contents.get(artifactId);
        if (content == null || !reader.workspaceId().equals("demo")) {
            return Uni.createFrom().item(new Answer.Gone());
        }
        int from = Math.toIntExact(offset);
        byte[] piece = Arrays.copyOfRange(content, from, Math.min(content.length, from + PIECE));
        return Uni.createFrom().item(new Answer.Piece(piece, content.length));
    }
}
