package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Which bytes move to the object store, and which objects are deleted there. Every replica may do some of both. */
public interface ObjectMoveRepository {
    /** Bytes that somebody moves. */
    record Move(String workspaceId, String sha256, long size, String object) {}

    /** Some bytes that nobody moves yet; the object counts as garbage until that is settled. */
    Uni<Optional<Move>> claim(String object);

    /** Some of the bytes that move. */
    Uni<byte[]> bytes(Move move, long from, long to);

    /** They are in the object store. False where they were freed meanwhile, or it took too long. */
    Uni<Boolean> settle(Move move);

    /** Some objects that are to be deleted, and that somebody else is told later where {@link #deleted} is not said. */
    Uni<List<String>> doomed();

    Uni<Void> deleted(String object);
}
