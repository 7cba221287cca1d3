package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureRepository;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Erasures by the functions {@code context.ask_erasure_v1} and {@code context.erase_step_v1}. */
public final class PostgresErasureRepository implements ErasureRepository {
    /** Entries that a step looks at, about. */
    private static final int AT_ONCE = 2000;

    private static final String ASK = "select context.ask_erasure_v1($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb)";
    private static final String STEP = "select context.erase_step_v1($1)";
    private static final String FIND = """
            select e.erasure_id, e.kind, e.bot_id, e.conversation_id, e.thread_id, e.actor_id, e.asked_at, e.done_at,
                e.events, e.results, e.receipts, e.transcript, e.artifacts, e.artifact_bytes, e.state
            from context.erasures e where e.workspace_id = $1 and e.erasure_id = $2
            """;

    private final Pool pool;

    public PostgresErasureRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Erasure> ask(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit) {
        return pool.preparedQuery(ASK)
                .execute(values(workspaceId, erasureId, target, audit))
                .chain(asked -> find(workspaceId, erasureId))
                .map(found ->
                        found.orElseThrow(() -> new NoSuchElementException("an erasure that was just asked for")));
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
        return pool.preparedQuery(STEP)
                .execute(Tuple.of(AT_ONCE))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static Tuple values(String workspaceId, UUID erasureId, ErasureTarget target, AuditEntry audit) {
        String entry = ProtocolCodec.tree(audit).toString();
        return switch (target) {
            case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                Tuple.from(
                        Arrays.asList(erasureId, workspaceId, "conversation", bot, conversation, thread, null, entry));
            case ErasureTarget.Actor(String actor, String bot) ->
                Tuple.from(Arrays.asList(erasureId, workspaceId, "actor", bot, null, null, actor, entry));
        };
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
