package dev.agenthost.context.datalifecycle.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.datalifecycle.Rebuild;
import dev.agenthost.context.datalifecycle.RebuildRepository;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.eventlog.Projection;
import dev.agenthost.context.intake.postgres.LogRows;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A step is a transaction: reads and locks entries of the log, so that no erasure deletes them meanwhile, projects them as at their
 * arrival, and writes those that differ from the transcript.
 */
@Singleton
public final class PostgresRebuildRepository implements RebuildRepository {
    private static final String INSERT = """
            with requested as (
                insert into context.rebuilds (rebuild_id, workspace_id, bot_id, conversation_id, thread_id)
                values ($1, $2, $3, $4, $5))
            insert into context.event_log (workspace_id, kind, type, at, data, source)
            values ($2, 'audit', 'transcript.rebuild', now(), $6::text::jsonb, 'context-store')
            """;
    private static final String FIND = """
            select r.rebuild_id, r.workspace_id, r.bot_id, r.conversation_id, r.thread_id, r.requested_at, r.done_at,
                r.entries, r.changed, r.removed
            from context.rebuilds r where r.workspace_id = $1 and r.rebuild_id = $2
            """;
    /** A step that failed is retried after ever longer waits, an hour at most. */
    private static final String DEFER = """
            update context.rebuilds x set failures = x.failures + 1, last_error = $2,
                due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(x.failures, 10)))
            where x.rebuild_id = $1 and x.done_at is null
            """;

    private static final String READ = """
            select %s
            from context.event_log l join context.conversations c on c.id = l.conversation
            where l.conversation = $1 and l.seq > $2 and l.transcript_seq is not null and l.seq <= (
                select max(p.seq) from (
                    select w.seq, sum(octet_length(w.data::text)) over (order by w.seq) as so_far,
                        row_number() over (order by w.seq) as nth
                    from (select o.seq, o.data from context.event_log o
                          where o.conversation = $1 and o.seq > $2 and o.transcript_seq is not null
                          order by o.seq limit 200) w) p
                where p.so_far <= 4194304 or p.nth = 1)
            order by l.seq for key share of l
            """.formatted(LoggedRows.COLUMNS);
    private static final Logger LOG = Logger.getLogger(PostgresRebuildRepository.class);

    private final Pool pool;
    private final Analysis analysis;

    public PostgresRebuildRepository(Pool pool, Analysis analysis) {
        this.pool = pool;
        this.analysis = analysis;
    }

    @Override
    public Uni<Rebuild> request(UUID rebuildId, ConversationScope conversation, AuditEntry audit) {
        return pool.preparedQuery(INSERT)
                .execute(Tuple.from(Arrays.asList(
                        rebuildId,
                        conversation.workspaceId(),
                        conversation.botId(),
                        conversation.conversationId(),
                        conversation.threadId(),
                        ProtocolCodec.tree(audit).toString())))
                .chain(stored -> find(conversation.workspaceId(), rebuildId))
                .map(found -> found.orElseThrow(() -> new NoSuchElementException("a rebuild that was just stored")));
    }

    @Override
    public Uni<Optional<Rebuild>> find(String workspaceId, UUID rebuildId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(workspaceId, rebuildId))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(read(rows.iterator().next())));
    }

    @Override
    public Uni<Boolean> step() {
        AtomicReference<@Nullable UUID> current = new AtomicReference<>();
        return pool.withTransaction(connection -> RebuildPosition.take(connection)
                        .chain(position -> position.isEmpty()
                                ? Uni.createFrom().item(false)
                                : step(connection, position.get(), current)))
                .onFailure()
                .recoverWithUni(why -> deferred(current.get(), why));
    }

    private Uni<Boolean> step(
            SqlConnection connection, RebuildPosition position, AtomicReference<@Nullable UUID> current) {
        current.set(position.rebuildId());
        return position.conversation() == null
                ? Uni.createFrom().item(true)
                : connection
                        .preparedQuery(READ)
                        .execute(Tuple.of(position.conversation(), position.logSeq()))
                        // Analyses long messages, so never on an event loop.
                        .emitOn(Infrastructure.getDefaultWorkerPool())
                        .map(this::projected)
                        .chain(entries -> new RebuildWriter(connection, position).write(entries))
                        .replaceWith(true);
    }

    /** A failed rebuild delays no other one; without a working database none continues. */
    private Uni<Boolean> deferred(@Nullable UUID rebuildId, Throwable why) {
        String errorCode = why instanceof PgException refusal
                ? refusal.getSqlState()
                : why.getClass().getSimpleName();
        return rebuildId == null
                ? Uni.createFrom().failure(why)
                : pool.preparedQuery(DEFER)
                        .execute(Tuple.of(rebuildId, errorCode))
                        .invoke(noted ->
                                LOG.warnf("rebuild failed and waits: rebuildId=%s errorCode=%s", rebuildId, errorCode))
                        .replaceWith(true);
    }

    private ArrayNode projected(RowSet<Row> rows) {
        ArrayNode entries = JsonNodeFactory.instance.arrayNode(rows.size());
        rows.forEach(row -> entries.addObject()
                .put("seq", row.getLong(0))
                .set("message", LogRows.message(Projection.of(LoggedRows.read(row)), analysis)));
        return entries;
    }

    private static Rebuild read(Row row) {
        OffsetDateTime done = row.getOffsetDateTime(6);
        return new Rebuild(
                row.getUUID(0),
                new ConversationScope(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                row.getOffsetDateTime(5).toInstant(),
                done == null ? null : done.toInstant(),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9));
    }
}
