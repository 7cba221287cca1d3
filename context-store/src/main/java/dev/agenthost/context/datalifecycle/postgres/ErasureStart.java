package dev.agenthost.context.datalifecycle.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.UUID;

/**
 * The moment of erasures whose rows were just inserted, in their transaction: steps erase what was stored before it, and the tombstone
 * decides about later records.
 */
final class ErasureStart {
    /** Waits for the batches and run starts under way; those after it read the tombstone. */
    private static final String LOCK = "select pg_advisory_xact_lock(hashtext('context.erasures'))";

    /** The conversations of runs that were delegated from an erased one are due for erasures of their own. */
    private static final String CLAIM_DELEGATED = """
            update context.delegated_conversations d set erasure_id = coalesce(e.root_erasure_id, e.erasure_id)
            from context.erasures e
            where e.erasure_id = any ($1) and e.kind = 'conversation' and d.workspace_id = e.workspace_id and d.bot_id = e.bot_id
                and d.parent_conversation_id = e.conversation_id and (e.thread_id is null or d.parent_thread_id = e.thread_id)
            """;

    private static final String NOTE_RUNS = """
            select context.mark_erased_v1(w.workspace_id, array(
                select f.event_id from context.fences f
                where f.workspace_id = w.workspace_id and not f.ended and f.event_id is not null
                    and (w.every_bot or f.bot_id = any (w.bots))))
            from (
                select e.workspace_id, array_agg(e.bot_id) as bots, bool_or(e.bot_id is null) as every_bot
                from context.erasures e where e.erasure_id = any ($1) group by e.workspace_id) w
            """;
    /** Ends all writing by active runs, and waits for their writes under way. */
    private static final String FENCE = """
            update context.fences f set erased = true
            where f.workspace_id = any (array(select e.workspace_id from context.erasures e where e.erasure_id = any ($1)))
                and not f.ended and not f.erased
                and (exists (select from context.erased_events x
                             where x.workspace_id = f.workspace_id and x.event_id = f.event_id)
                    or exists (
                        select from context.erasures e
                        where e.erasure_id = any ($1) and e.kind = 'conversation' and e.workspace_id = f.workspace_id
                            and e.bot_id = f.bot_id and e.conversation_id = f.conversation_id
                            and (e.thread_id is null or e.thread_id = f.thread_id)))
            """;
    /** Records stored until this moment are found by the steps; later ones meet the tombstone. */
    private static final String FROM_NOW =
            "update context.erasures e set requested_at = clock_timestamp() where e.erasure_id = any ($1)";

    private ErasureStart() {}

    /** Comes before the rows of the erasures. */
    static Uni<Void> lock(SqlClient transaction) {
        return transaction.query(LOCK).execute().replaceWithVoid();
    }

    /** Comes after the rows of the erasures. */
    static Uni<Void> of(SqlClient transaction, UUID... erasures) {
        Tuple ids = Tuple.of(erasures);
        return execute(transaction, CLAIM_DELEGATED, ids)
                .chain(() -> execute(transaction, NOTE_RUNS, ids))
                .chain(() -> execute(transaction, FENCE, ids))
                .chain(() -> execute(transaction, FROM_NOW, ids));
    }

    private static Uni<Void> execute(SqlClient transaction, String statement, Tuple values) {
        return transaction.preparedQuery(statement).execute(values).replaceWithVoid();
    }
}
