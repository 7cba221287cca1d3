package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.UUID;

/**
 * Moves bytes from the database to the object store, and deletes there what nobody refers to. Bytes are read where they are as long as
 * they have not moved; whoever dies between two steps leaves garbage that is known.
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

    /** Whether there was one. */
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

    /** One that cannot be deleted is due again later, and holds up no other. */
    private Uni<Void> delete(String object) {
        return store.delete(object)
                .chain(() -> moves.deleted(object))
                .onFailure()
                .invoke(why ->
                        LOG.log(System.Logger.Level.WARNING, "an object is not deleted yet: {0}", why.toString()))
                .onFailure()
                .recoverWithNull();
    }

    /** Answers how many were due. */
    public Uni<Integer> deleteSome() {
        return moves.doomed().onItem().transformToUni(objects -> Multi.createFrom()
                .iterable(objects)
                .onItem()
                .transformToUniAndConcatenate(this::delete)
                .onItem()
                .ignoreAsUni()
                .replaceWith(objects.size()));
    }
}
