package dev.agenthost.delivery.send.postgres;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code delivery.previews}. */
@ApplicationScoped
public class PostgresPreviewRepository implements PreviewRepository {
    /** A preview before an earlier part would be in the wrong place of the chat. */
    private static final String BEGIN = """
            WITH earlier AS (SELECT EXISTS (SELECT FROM delivery.sends AS s
                WHERE s.workspace_id = $1 AND s.run_id = $2 AND s.part < $3 AND s.status IN ('pending', 'claimed')) AS is_open),
            begun AS (
                INSERT INTO delivery.previews AS p (workspace_id, run_id, part, owner, call_begun, calls)
                SELECT $1, $2, $3, $4, true, 1 FROM earlier WHERE NOT is_open
                ON CONFLICT (workspace_id, run_id, part) DO UPDATE
                    SET owner = excluded.owner, call_begun = true, calls = p.calls + 1, updated_at = now()
                    WHERE NOT p.closed AND NOT p.call_begun
                RETURNING message_id, card_id, calls)
            SELECT e.is_open, b.message_id, b.card_id, b.calls, EXISTS (SELECT FROM begun) AS has_begun
            FROM earlier AS e LEFT JOIN begun AS b ON true
            """;

    private static final String END = """
            UPDATE delivery.previews SET call_begun = false, message_id = coalesce($5, message_id),
                card_id = coalesce($6, card_id), updated_at = now()
            WHERE workspace_id = $1 AND run_id = $2 AND part = $3 AND owner = $4 AND call_begun
            """;

    private static final String LEAVE = """
            UPDATE delivery.previews SET owner = NULL, updated_at = now()
            WHERE workspace_id = $1 AND run_id = $2 AND part = $3 AND owner = $4 AND call_begun
            """;

    /** A call of a dead owner, or one that did not end in time, has no owner from now on: it is in doubt for good, and its end changes nothing. */
    private static final String CLOSE = """
            INSERT INTO delivery.previews AS p (workspace_id, run_id, part, call_begun, closed) VALUES ($1, $2, $3, false, true)
            ON CONFLICT (workspace_id, run_id, part) DO UPDATE SET closed = true, owner = CASE
                WHEN p.call_begun AND p.updated_at > now() - interval '30 seconds' AND EXISTS (
                    SELECT FROM delivery.leases AS l WHERE l.incarnation = p.owner AND NOT l.dead)
                THEN p.owner END
            RETURNING owner, call_begun, message_id, card_id, calls,
                floor(extract(epoch FROM now() - updated_at))::bigint AS seconds
            """;

    private static final String SETTLE = """
            UPDATE delivery.previews SET call_begun = false, message_id = coalesce($4, message_id)
            WHERE workspace_id = $1 AND run_id = $2 AND part = $3 AND closed AND call_begun AND owner IS NULL
            """;

    private final Pool pool;

    public PostgresPreviewRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<BeginOutcome> begin(SendKey key, Incarnation owner) {
        return pool.preparedQuery(BEGIN)
                .execute(parameters(key).addUUID(owner.value()))
                .map(rows -> begun(rows.iterator().next()));
    }

    private static BeginOutcome begun(Row row) {
        if (row.getBoolean("is_open")) {
            return new BeginOutcome.TooEarly();
        }
        return row.getBoolean("has_begun")
                ? new BeginOutcome.Begun(message(row), row.getInteger("calls"))
                : new BeginOutcome.Refused();
    }

    @Override
    public Uni<Void> end(SendKey key, Incarnation owner, PreviewMessage learned) {
        return pool.preparedQuery(END)
                .execute(parameters(key)
                        .addUUID(owner.value())
                        .addString(learned.id())
                        .addString(learned.cardId()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> leave(SendKey key, Incarnation owner) {
        return pool.preparedQuery(LEAVE)
                .execute(parameters(key).addUUID(owner.value()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Closed> close(SendKey key) {
        return pool.preparedQuery(CLOSE)
                .execute(parameters(key))
                .map(rows -> closed(rows.iterator().next()));
    }

    @Override
    public Uni<Void> settle(SendKey key, @Nullable String messageId) {
        return pool.preparedQuery(SETTLE)
                .execute(parameters(key).addString(messageId))
                .replaceWithVoid();
    }

    private static Closed closed(Row row) {
        boolean hasBegun = row.getBoolean("call_begun");
        if (hasBegun && row.getUUID("owner") != null) {
            return new Closed.Busy();
        }
        PreviewMessage message = message(row);
        int calls = row.getInteger("calls");
        if (message.id() != null) {
            return new Closed.Shown(message, calls);
        }
        return hasBegun
                ? new Closed.InDoubt(message, calls, Duration.ofSeconds(row.getLong("seconds")))
                : new Closed.Nothing();
    }

    private static PreviewMessage message(Row row) {
        return new PreviewMessage(row.getString("message_id"), row.getString("card_id"));
    }

    private static Tuple parameters(SendKey key) {
        return Tuple.tuple()
                .addString(key.workspaceId())
                .addUUID(key.runId().value())
                .addInteger(key.part());
    }
}
