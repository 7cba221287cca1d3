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

    /** Waits for the batches and run starts under way; those after it read the tombstone. */
    private static final String LOCK = "select pg_advisory_xact_lock(hashtext('context.erasures'))";

    private static final String INSERT = """
            insert into context.erasures
                (erasure_id, workspace_id, kind, bot_id, conversation_id, thread_id, actor_id, session, requested_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
            """;
    private static final String NOTE_RUNS = """
            select context.mark_erased_v1($1, array(
                select f.event_id from context.fences f
                where f.workspace_id = $1 and not f.ended and f.event_id is not null and ($2::text is null or f.bot_id = $2)))
            """;
    /** Ends all writing by active runs, and waits for their writes under way. */
    private static final String FENCE = """
            update context.fences f set erased = true
            where f.workspace_id = $1 and not f.ended and not f.erased
                and (exists (select from context.erased_events x
                             where x.workspace_id = f.workspace_id and x.event_id = f.event_id)
                    or (f.bot_id = $2 and f.conversation_id = $3::text and ($4::text is null or f.thread_id = $4)))
            """;
    /** Records stored until this moment are found by the steps; later ones meet the tombstone. */
    private static final String FROM_NOW =
            "update context.erasures e set requested_at = clock_timestamp() where e.erasure_id = $1";

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

    private static final String FIND = """
            select e.erasure_id, e.kind, e.bot_id, e.conversation_id, e.thread_id, e.actor_id, e.requested_at, e.done_at,
                e.events, e.results, e.receipts, e.transcript, e.artifacts, e.artifact_bytes, e.state
            from context.erasures e where e.workspace_id = $1 and e.erasure_id = $2
            """;

    private static final Logger LOG = Logger.getLogger(PostgresErasureRepository.class);

    private final Pool pool;

    public PostgresErasureRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Erasure> request(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit) {
        String bot = bot(target);
        return pool.withTransaction(connection -> connection
                        .query(LOCK)
                        .execute()
                        .chain(() -> execute(connection, INSERT, values(workspaceId, erasureId, target)))
                        .chain(() -> execute(connection, NOTE_RUNS, Tuple.of(workspaceId, bot)))
                        .chain(() -> execute(connection, FENCE, fences(workspaceId, target)))
                        .chain(() -> execute(connection, FROM_NOW, Tuple.of(erasureId)))
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

    private static Tuple fences(String workspaceId, ErasureTarget target) {
        return switch (target) {
            case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                Tuple.from(Arrays.asList(workspaceId, bot, conversation, thread));
            case ErasureTarget.Actor(String actor, String bot) ->
                Tuple.from(Arrays.asList(workspaceId, bot, null, null));
        };
    }

    /** Returns the conversation, or all of its threads, as an audit entry names it. */
    private static String session(String workspaceId, String bot, String conversation, @Nullable String thread) {
        return ConversationKey.prefix(workspaceId, bot, conversation)
                + (thread == null ? "" : PercentEncoding.encode(thread));
    }

    private static @Nullable String bot(ErasureTarget target) {
        return switch (target) {
            case ErasureTarget.Conversation conversation -> conversation.botId();
            case ErasureTarget.Actor actor -> actor.botId();
        };
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
