package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.UUID;

/**
 * Moves bytes from the database to the object store, and deletes objects there that nothing refers to. Until bytes have moved they are
 * read from the database; a crash between two steps leaves garbage that the database knows.
 */
public final class ObjectMover {
    private static final System.Logger LOG = System.getLogger(ObjectMover.class.getName());
    private static final String FOLDER = "artifacts/";

    private final ObjectMoveRepository moves;
    private final ObjectStore store;

    public ObjectMover(ObjectMoveRepository moves, ObjectStore store) {
        this.moves = moves;
        this.store = store;
    }

    /** Moves one content. Returns false if there is none. */
    public Uni<Boolean> moveOne() {
        return moves.claim(FOLDER + UUID.randomUUID())
                .onItem()
                .transformToUni(claimed -> claimed.isEmpty()
                        ? Uni.createFrom().item(false)
                        : move(claimed.get()).replaceWith(true));
    }

    private Uni<Boolean> move(ObjectMoveRepository.Move move) {
        return store.write(move.object(), move.size(), (from, to) -> moves.bytes(move, from, to))
                .chain(() -> moves.settle(move));
    }

    /** Deletes an object; one that cannot be deleted is due again later, and blocks no other. */
    private Uni<Void> delete(String object) {
        return store.delete(object)
                .chain(() -> moves.deleted(object))
                .onFailure()
                .invoke(why ->
                        LOG.log(System.Logger.Level.WARNING, "an object is not deleted yet: {0}", why.toString()))
                .onFailure()
                .recoverWithNull();
    }

    /** Deletes some objects. Returns how many were due. */
    public Uni<Integer> deleteSome() {
        return moves.claimGarbage().onItem().transformToUni(objects -> Multi.createFrom()
                .iterable(objects)
                .onItem()
                .transformToUniAndConcatenate(this::delete)
                .onItem()
                .ignoreAsUni()
                .replaceWith(objects.size()));
    }
}
