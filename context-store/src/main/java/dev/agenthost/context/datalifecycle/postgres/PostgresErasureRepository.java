package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureRepository;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
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

/** Stores erasures in a table: a request writes the tombstone, and steps delete earlier records. */
@Singleton
public final class PostgresErasureRepository implements ErasureRepository {
    /** Approximate number of entries that a step reads. */
    private static final int AT_ONCE = 2000;

    private static final String INSERT = """
            insert into context.erasures
                (erasure_id, workspace_id, kind, bot_id, conversation_id, thread_id, actor_id, session, requested_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
            """;
    private static final String AUDIT = """
            insert into context.event_log (workspace_id, kind, type, at, data, source)
            values ($1, 'audit', 'erasure.create', now(), $2::text::jsonb, 'context-store')
            """;
    /** A step that failed is retried after ever longer waits, an hour at most. */
    private static final String DEFER = """
            update context.erasures e set failures = e.failures + 1, last_error = $2,
                due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(e.failures, 10)))
            where e.erasure_id = $1 and e.done_at is null
            """;

    /** An erasure is done, and its counts are complete, once those of all delegated conversations are. */
    private static final String FIND = """
            select e.erasure_id, e.kind, e.bot_id, e.conversation_id, e.thread_id, e.actor_id, e.requested_at,
                case when not t.is_open and not exists (
                    select from context.delegated_conversations d where d.erasure_id = e.erasure_id) then t.done_at end,
                t.events, t.results, t.receipts, t.transcript, t.artifacts, t.artifact_bytes, t.state
            from context.erasures e
            cross join lateral (
                select bool_or(p.done_at is null) as is_open, max(p.done_at) as done_at, sum(p.events)::bigint as events,
                    sum(p.results)::bigint as results, sum(p.receipts)::bigint as receipts,
                    sum(p.transcript)::bigint as transcript, sum(p.artifacts)::bigint as artifacts,
                    sum(p.artifact_bytes)::bigint as artifact_bytes, sum(p.state)::bigint as state
                from context.erasures p where p.erasure_id = e.erasure_id or p.root_erasure_id = e.erasure_id) t
            where e.workspace_id = $1 and e.erasure_id = $2 and e.root_erasure_id is null
            """;

    private static final Logger LOG = Logger.getLogger(PostgresErasureRepository.class);

    private final Pool pool;
    private final DelegatedErasures delegated;

    public PostgresErasureRepository(Pool pool) {
        this.pool = pool;
        this.delegated = new DelegatedErasures(pool);
    }

    @Override
    public Uni<Erasure> request(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit) {
        return pool.withTransaction(connection -> ErasureStart.lock(connection)
                        .chain(() -> execute(connection, INSERT, values(workspaceId, erasureId, target)))
                        .chain(() -> ErasureStart.of(connection, erasureId))
                        .chain(() -> execute(
                                connection,
                                AUDIT,
                                Tuple.of(workspaceId, ProtocolCodec.tree(audit).toString()))))
                .chain(stored -> find(workspaceId, erasureId))
                .map(found -> found.orElseThrow(() -> new NoSuchElementException("an erasure that was just stored")));
    }

    @Override
    public Uni<Optional<Erasure>> find(String workspaceId, UUID erasureId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(workspaceId, erasureId))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(read(rows.iterator().next())));
    }

    @Override
    public Uni<Boolean> step() {
        return step(AT_ONCE);
    }

    /** @param most rows that the step reads, about */
    Uni<Boolean> step(int most) {
        return delegated
                .request()
                .onFailure()
                .invoke(why ->
                        LOG.warn("the erasures of delegated conversations were not requested and are retried", why))
                .onFailure()
                .recoverWithNull()
                .chain(() -> take(most));
    }

    private Uni<Boolean> take(int most) {
        AtomicReference<@Nullable ErasureProgress> current = new AtomicReference<>();
        return pool.withTransaction(connection -> {
                    ErasureStep step = new ErasureStep(connection, most);
                    return step.take().chain(next -> {
                        if (next.isEmpty()) {
                            return Uni.createFrom().item(false);
                        }
                        current.set(next.get());
                        return step.run(next.get()).replaceWith(true);
                    });
                })
                .onFailure()
                .recoverWithUni(why -> deferred(current.get(), why));
    }

    /** An erasure that fails delays no other one. Without its row nothing can be stored, and the failure is the caller's. */
    private Uni<Boolean> deferred(@Nullable ErasureProgress current, Throwable why) {
        if (current == null) {
            return Uni.createFrom().failure(why);
        }
        // The message may repeat data to be erased.
        String code = why instanceof PgException refusal && refusal.getSqlState() != null
                ? refusal.getSqlState()
                : why.getClass().getSimpleName();
        return execute(pool, DEFER, Tuple.of(current.erasureId(), code))
                .invoke(noted -> LOG.warnf(
                        "erasure failed and waits: erasureId=%s stage=%s errorCode=%s",
                        current.erasureId(), current.stage(), code))
                .replaceWith(true);
    }

    private static Tuple values(String workspaceId, UUID erasureId, ErasureTarget target) {
        return switch (target) {
            case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                Tuple.from(Arrays.asList(
                        erasureId,
                        workspaceId,
                        "conversation",
                        bot,
                        conversation,
                        thread,
                        null,
                        session(workspaceId, bot, conversation, thread)));
            case ErasureTarget.Actor(String actor, String bot) ->
                Tuple.from(Arrays.asList(erasureId, workspaceId, "actor", bot, null, null, actor, null));
        };
    }

    /** Returns the conversation, or all of its threads, as an audit entry names it. */
    private static String session(String workspaceId, String bot, String conversation, @Nullable String thread) {
        return ConversationKey.prefix(workspaceId, bot, conversation)
                + (thread == null ? "" : PercentEncoding.encode(thread));
    }

    private static Uni<RowSet<Row>> execute(SqlClient client, String statement, Tuple values) {
        return client.preparedQuery(statement).execute(values);
    }

    private static Erasure read(Row row) {
        OffsetDateTime done = row.getOffsetDateTime(7);
        return new Erasure(
                row.getUUID(0),
                target(row),
                row.getOffsetDateTime(6).toInstant(),
                done == null ? null : done.toInstant(),
                new ErasureReceipt(
                        row.getLong(8),
                        row.getLong(9),
                        row.getLong(10),
                        row.getLong(11),
                        row.getLong(12),
                        row.getLong(13),
                        row.getLong(14)));
    }

    private static @Nullable ErasureTarget target(Row row) {
        String conversation = row.getString(3);
        String actor = row.getString(5);
        if (conversation != null) {
            return new ErasureTarget.Conversation(row.getString(2), conversation, row.getString(4));
        }
        return actor == null ? null : new ErasureTarget.Actor(actor, row.getString(2));
    }
}
