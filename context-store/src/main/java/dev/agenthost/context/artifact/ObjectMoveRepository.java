package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Claims the bytes that move to the object store, and the objects that are deleted there. Every replica may do some of both. */
public interface ObjectMoveRepository {
    /** Bytes that a replica has claimed to move. */
    record Move(String workspaceId, String sha256, long size, String object) {}

    /** Claims some bytes that no replica moves yet; the object counts as garbage until {@link #settle}. */
    Uni<Optional<Move>> claim(String object);

    /** Reads some of the bytes that move. */
    Uni<byte[]> bytes(Move move, long from, long to);

    /** Records that the bytes are in the object store. False if they were freed meanwhile, or the move took too long. */
    Uni<Boolean> settle(Move move);

    /** Claims some objects to delete. Without {@link #deleted} another replica gets them later. */
    Uni<List<String>> claimGarbage();

    Uni<Void> deleted(String object);
}
