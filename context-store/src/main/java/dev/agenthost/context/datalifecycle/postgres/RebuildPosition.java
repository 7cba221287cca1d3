package dev.agenthost.context.datalifecycle.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a rebuild.
 *
 * @param conversation null where the rebuild has no further one
 * @param logSeq position in its log
 * @param transcriptSeq number of the last entry that was written; null before the first one
 */
record RebuildPosition(
        UUID rebuildId,
        @Nullable Long conversation,
        long logSeq,
        @Nullable Long transcriptSeq) {
    private static final String NEXT = """
            select x.rebuild_id, x.workspace_id, x.bot_id, x.conversation_id, x.thread_id, x.conversation, x.in_progress, x.log_seq, x.transcript_seq
            from context.rebuilds x where x.done_at is null and x.due_at <= clock_timestamp()
            order by x.due_at limit 1 for update skip locked
            """;
    /** Counts if the step succeeds. */
    private static final String TURN = """
            update context.rebuilds x set due_at = clock_timestamp(), failures = 0, last_error = null where x.rebuild_id = $1
            """;

    private static final String CONVERSATION = """
            select o.id from context.conversations o
            where o.workspace_id = $1 and o.bot_id = $2 and o.conversation_id = $3 and ($4::text is null or o.thread_id = $4) and o.id > $5
            order by o.id limit 1
            """;
    private static final String ENTER = """
            update context.rebuilds x set conversation = $2, in_progress = true, log_seq = 0, transcript_seq = null where x.rebuild_id = $1
            """;
    private static final String DONE = "update context.rebuilds x set done_at = now() where x.rebuild_id = $1";

    /** Takes the rebuild that waits longest and that no other replica works on, and locks it until the end of the transaction. */
    static Uni<Optional<RebuildPosition>> take(SqlClient transaction) {
        return transaction.query(NEXT).execute().chain(rows -> {
            for (Row row : rows) {
                return transaction
                        .preparedQuery(TURN)
                        .execute(Tuple.of(row.getUUID(0)))
                        .chain(() -> row.getBoolean(6)
                                ? Uni.createFrom()
                                        .item(new RebuildPosition(
                                                row.getUUID(0), row.getLong(5), row.getLong(7), row.getLong(8)))
                                : enter(transaction, row))
                        .map(Optional::of);
            }
            return Uni.createFrom().item(Optional.empty());
        });
    }

    private static Uni<RebuildPosition> enter(SqlClient transaction, Row rebuild) {
        UUID id = rebuild.getUUID(0);
        return transaction
                .preparedQuery(CONVERSATION)
                .execute(Tuple.from(Arrays.asList(
                        rebuild.getString(1),
                        rebuild.getString(2),
                        rebuild.getString(3),
                        rebuild.getString(4),
                        rebuild.getLong(5))))
                .chain(rows -> {
                    for (Row row : rows) {
                        long conversation = row.getLong(0);
                        return transaction
                                .preparedQuery(ENTER)
                                .execute(Tuple.of(id, conversation))
                                .replaceWith(new RebuildPosition(id, conversation, 0, null));
                    }
                    return transaction
                            .preparedQuery(DONE)
                            .execute(Tuple.of(id))
                            .replaceWith(new RebuildPosition(id, null, 0, null));
                });
    }
}
