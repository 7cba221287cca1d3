package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/** Reads an artifact piece by piece: each is read when it is asked for, so that one is in memory, whatever the size of the file. */
public final class ArtifactPieces implements Supplier<Uni<byte[]>> {
    private final ArtifactReader artifacts;
    private final ArtifactOwner reader;
    private final String id;
    private final byte[] first;
    private final long size;
    private long read;

    /**
     * @param first the piece that was read already
     * @param size of the artifact
     */
    public ArtifactPieces(ArtifactReader artifacts, ArtifactOwner reader, String id, byte[] first, long size) {
        this.artifacts = artifacts;
        this.reader = reader;
        this.id = id;
        this.first = first;
        this.size = size;
    }

    @Override
    public Uni<byte[]> get() {
        Uni<byte[]> piece = read == 0
                ? Uni.createFrom().item(first)
                : artifacts.read(reader, id, read).map(this::bytes);
        return piece.invoke(bytes -> read += bytes.length);
    }

    /** Another size is another artifact with the same id. */
    private byte[] bytes(ArtifactReader.Answer answer) {
        if (answer instanceof ArtifactReader.Answer.Piece(byte[] bytes, long now) && now == size) {
            return bytes;
        }
        throw new IllegalStateException("the artifact changed while it was sent");
    }
}
