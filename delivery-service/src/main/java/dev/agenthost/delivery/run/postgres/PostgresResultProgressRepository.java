package dev.agenthost.delivery.run.postgres;

import dev.agenthost.delivery.run.BatchPlan;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Stores progress in {@code delivery.runs}, with the sends of the same batch. */
@ApplicationScoped
public class PostgresResultProgressRepository implements ResultProgressRepository {

    private static final String ADVANCE = PostgresAppliedOffsetRepository.advance("delivery", 1);

    static final String LOAD = "SELECT " + RunRowMapper.COLUMNS
            + " FROM delivery.runs r JOIN (SELECT DISTINCT * FROM unnest($1::text[], $2::uuid[])) AS k(workspace_id, run_id)"
            + " USING (workspace_id, run_id)";

    static final String FIND =
            "SELECT " + RunRowMapper.COLUMNS + " FROM delivery.runs r WHERE r.workspace_id = $1 AND r.run_id = $2";

    /** The conditions are those of an index. */
    private static final String LATEST = "SELECT " + RunRowMapper.COLUMNS + """
             FROM delivery.runs r WHERE md5(r.conversation_key) = md5($1) AND r.conversation_key = $1
                AND r.delivery ->> 'surface' NOT IN ('api', 'webui', 'scheduler', 'host:delegation')
            ORDER BY r.updated_at DESC LIMIT 1
            """;

    private static final String PUT = """
            INSERT INTO delivery.runs (workspace_id, run_id, partition, start_offset, attempt, sequence, ended, conversation_key,
                event_id, bot_id, conversation_id, thread_id, delivery, delivery_policy, parts,
                message_count, message_digests, attachments)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb, $14::text::jsonb, $15, $16, $17, $18::text::jsonb)
            ON CONFLICT (workspace_id, run_id) DO UPDATE SET attempt = excluded.attempt, sequence = excluded.sequence,
                ended = excluded.ended, event_id = excluded.event_id, bot_id = excluded.bot_id,
                conversation_id = excluded.conversation_id, thread_id = excluded.thread_id, delivery = excluded.delivery,
                delivery_policy = excluded.delivery_policy, parts = excluded.parts, message_count = excluded.message_count,
                message_digests = excluded.message_digests, attachments = excluded.attachments, updated_at = now()
            """;

    private static final String SEND = """
            WITH put AS (
                INSERT INTO delivery.sends
                    (workspace_id, run_id, part, lane, conversation_key, surface, url, secret_ref, body, traceparent, status)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending')
                ON CONFLICT DO NOTHING
                RETURNING lane)
            INSERT INTO delivery.lanes AS l (lane, endpoint, open, next_at) SELECT lane, $11, 1, now() FROM put
            ON CONFLICT (lane) DO UPDATE SET open = l.open + 1, updated_at = now(),
                next_at = CASE WHEN l.open = 0 THEN now() ELSE l.next_at END
            """;

    private final Pool pool;
    private final DestinationRouter routes;

    public PostgresResultProgressRepository(Pool pool, DestinationRouter routes) {
        this.pool = pool;
        this.routes = routes;
    }

    @Override
    public Uni<BatchPlan> apply(List<ResultRecord> records, List<OffsetAdvance> advances) {
        return pool.withTransaction(connection -> advance(connection, advances)
                        .chain(() -> load(connection, records))
                        .map(known -> BatchPlan.of(known, records, routes))
                        .call(plan -> putRuns(connection, plan))
                        .call(plan -> putSends(connection, plan))
                        .invoke(plan -> FailPoint.at("delivery.20-stored")))
                .onFailure(PgException.class)
                .transform(PostgresResultProgressRepository::classify);
    }

    @Override
    public Uni<Optional<ResultProgress>> find(RunKey key) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(key.workspaceId(), key.runId().value()))
                .map(PostgresResultProgressRepository::first);
    }

    @Override
    public Uni<Optional<ResultProgress>> latest(ConversationKey conversation) {
        return pool.preparedQuery(LATEST)
                .execute(Tuple.of(conversation.value()))
                .map(PostgresResultProgressRepository::first);
    }

    private static Optional<ResultProgress> first(RowSet<Row> rows) {
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(RunRowMapper.progress(rows.iterator().next()));
    }

    /**
     * Moves the applied offsets first, which locks their rows. So there is one writer per partition at a time: a zombie of the consumer group
     * waits here, and then finds its results not higher.
     */
    private static Uni<?> advance(SqlConnection connection, List<OffsetAdvance> advances) {
        return connection
                .preparedQuery(ADVANCE)
                .execute(Tuple.newInstance(
                        io.vertx.sqlclient.Tuple.wrap(PostgresAppliedOffsetRepository.columns(advances))))
                .invoke(rows -> PostgresAppliedOffsetRepository.requireMoved(advances, rows.size()));
    }

    private static Uni<Map<RunKey, ResultProgress>> load(SqlConnection connection, List<ResultRecord> records) {
        String[] workspaces =
                records.stream().map(r -> r.results().workspaceId()).toArray(String[]::new);
        UUID[] runs = records.stream().map(r -> r.results().runId().value()).toArray(UUID[]::new);
        return connection
                .preparedQuery(LOAD)
                .execute(Tuple.of(workspaces, runs))
                .map(rows -> {
                    Map<RunKey, ResultProgress> known = new HashMap<>();
                    rows.forEach(row -> {
                        ResultProgress progress = RunRowMapper.progress(row);
                        known.put(progress.key(), progress);
                    });
                    return known;
                });
    }

    private static Uni<?> putRuns(SqlConnection connection, BatchPlan plan) {
        return plan.changed().isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(PUT)
                        .executeBatch(
                                plan.changed().stream().map(RunRowMapper::tuple).toList());
    }

    private static Uni<?> putSends(SqlConnection connection, BatchPlan plan) {
        return plan.sends().isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(SEND)
                        .executeBatch(plan.sends().stream()
                                .map(PostgresResultProgressRepository::tuple)
                                .toList());
    }

    private static Tuple tuple(Send send) {
        String secretRef = send.destination() instanceof Destination.Webhook webhook ? webhook.secretRef() : null;
        return Tuple.tuple()
                .addString(send.key().workspaceId())
                .addUUID(send.key().runId().value())
                .addInteger(send.key().part())
                .addString(send.lane())
                .addString(send.conversationKey())
                .addString(send.destination().surface())
                .addString(send.destination().address())
                .addString(secretRef)
                .addBuffer(Buffer.buffer(send.body()))
                .addString(send.traceparent())
                .addString(send.destination().endpoint());
    }

    private static Throwable classify(Throwable failure) {
        String state = failure instanceof PgException refusal ? refusal.getSqlState() : null;
        // 54: a target whose host is too long for an index.
        if (state != null && (state.startsWith("22") || state.startsWith("23") || state.startsWith("54"))) {
            return new DataRejectedException(state, failure);
        }
        return failure;
    }
}
