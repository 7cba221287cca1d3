package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Requests the erasures of delegated conversations whose parent is erased. Each has a row and a moment of its own, as a requested erasure
 * has, and is counted by the receipt of its root. Few are open at a time, because each batch of the intake is compared with the open ones.
 */
final class DelegatedErasures {
    /** Open erasures of one root. */
    static final int MOST_OPEN = 32;
    /** Erasures of one transaction. */
    private static final int AT_ONCE = 100;

    private static final String ARE_DUE =
            "select exists (select from context.delegated_conversations d where d.erasure_id is not null)";
    private static final String TAKE = """
            delete from context.delegated_conversations d
            where (d.workspace_id, d.bot_id, d.conversation_id) in (
                select n.workspace_id, n.bot_id, n.conversation_id
                from (select distinct o.erasure_id from context.delegated_conversations o where o.erasure_id is not null) r
                cross join lateral (
                    select o.workspace_id, o.bot_id, o.conversation_id from context.delegated_conversations o
                    where o.erasure_id = r.erasure_id
                    limit greatest(0, $1 - (
                        select count(*) from context.erasures e
                        where e.root_erasure_id = r.erasure_id and e.done_at is null))) n
                limit $2)
            returning d.workspace_id, d.bot_id, d.conversation_id, d.erasure_id, d.recorded_at
            """;
    /**
     * The root clears the audit entries of earlier delegations in one pass. It may be past that for a late one, which clears its own, from
     * an hour before its event was read: its run may have begun before.
     */
    private static final String INSERT = """
            insert into context.erasures (erasure_id, workspace_id, kind, bot_id, conversation_id, session, root_erasure_id,
                requested_at, outside, outside_until)
            select g.erasure_id, g.workspace_id, 'conversation', g.bot_id, g.conversation_id, g.session, g.root_erasure_id,
                clock_timestamp(), 'rest', case when g.recorded_at < now() - interval '1 day' then clock_timestamp()
                    else g.recorded_at - interval '1 hour' end
            from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::timestamptz[])
                as g (erasure_id, workspace_id, bot_id, conversation_id, session, root_erasure_id, recorded_at)
            """;

    private final Pool pool;

    DelegatedErasures(Pool pool) {
        this.pool = pool;
    }

    Uni<Void> request() {
        return pool.query(ARE_DUE)
                .execute()
                .map(rows -> rows.iterator().next().getBoolean(0))
                .chain(areDue -> areDue
                        ? pool.withTransaction(
                                transaction -> ErasureStart.lock(transaction).chain(() -> take(transaction)))
                        : Uni.createFrom().voidItem());
    }

    private static Uni<Void> take(SqlClient transaction) {
        return transaction
                .preparedQuery(TAKE)
                .execute(Tuple.of(MOST_OPEN, AT_ONCE))
                .chain(due -> due.size() == 0 ? Uni.createFrom().voidItem() : start(transaction, due));
    }

    private static Uni<Void> start(SqlClient transaction, RowSet<Row> due) {
        List<Row> rows = new ArrayList<>();
        due.forEach(rows::add);
        UUID[] erasures = rows.stream().map(row -> UUID.randomUUID()).toArray(UUID[]::new);
        Tuple values = Tuple.tuple()
                .addValue(erasures)
                .addValue(texts(rows, 0))
                .addValue(texts(rows, 1))
                .addValue(texts(rows, 2))
                .addValue(rows.stream()
                        .map(row -> ConversationKey.prefix(row.getString(0), row.getString(1), row.getString(2)))
                        .toArray(String[]::new))
                .addValue(rows.stream().map(row -> row.getUUID(3)).toArray(UUID[]::new))
                .addValue(rows.stream().map(row -> row.getOffsetDateTime(4)).toArray(OffsetDateTime[]::new));
        return transaction.preparedQuery(INSERT).execute(values).chain(() -> ErasureStart.of(transaction, erasures));
    }

    private static String[] texts(List<Row> rows, int column) {
        return rows.stream().map(row -> row.getString(column)).toArray(String[]::new);
    }
}
