package dev.agenthost.delivery.receipt.postgres;

import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The parts of adapters in {@code delivery.sends}. The lane is locked before the send, as everywhere. */
@ApplicationScoped
public class PostgresAdapterHandoffRepository implements AdapterHandoffRepository {

    private static final String COLUMNS =
            "SELECT workspace_id, run_id, part, surface, lane, conversation_key, attempts,"
                    + " (extract(epoch FROM now() - created_at) * 1000)::bigint AS age, traceparent FROM delivery.sends ";

    private static final String FIND =
            COLUMNS + "WHERE workspace_id = $1 AND run_id = $2 AND part = $3 AND surface = $4 AND epoch > 0";

    private static final String WITHOUT_RECEIPT = COLUMNS
            + "WHERE status = 'handed_over' AND answered_at < now() - $1::bigint * interval '1 millisecond'"
            + " ORDER BY answered_at LIMIT $2";

    /** One statement, so that no offset moves without the others and the outcome: {@code expected} locks the rows before it counts them. */
    private static final String CLOSE = """
            WITH expected AS (
                SELECT o.topic, o.partition, greatest(o.next_offset, a.next) AS next FROM delivery.applied_offsets o
                JOIN unnest($7::text[], $8::int[], $9::bigint[], $10::bigint[]) AS a (topic, partition, expected, next)
                    ON o.topic = a.topic AND o.partition = a.partition AND o.next_offset >= a.expected
                FOR UPDATE OF o),
            advance AS (SELECT count(*) AS moved, count(*) = cardinality($7::text[]) AS is_complete FROM expected),
            moved AS (
                UPDATE delivery.applied_offsets o SET next_offset = e.next FROM expected e
                WHERE o.topic = e.topic AND o.partition = e.partition AND (SELECT is_complete FROM advance)),
            locked AS (
                SELECT lane FROM delivery.lanes WHERE lane = $1 AND (SELECT is_complete FROM advance) FOR UPDATE),
            before AS (
                SELECT s.lane, s.status FROM delivery.sends AS s JOIN locked ON s.lane = locked.lane
                WHERE s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4
                    AND s.status IN ('pending', 'claimed', 'handed_over')
                FOR UPDATE OF s),
            done AS (
                UPDATE delivery.sends AS s SET status = $5, receipt = $6, answered_at = now() FROM before
                WHERE s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4
                RETURNING before.lane, before.status),
            released AS (
                UPDATE delivery.lanes AS l SET open = l.open - 1, next_at = now(), updated_at = now() FROM done
                WHERE l.lane = done.lane AND done.status <> 'handed_over')
            SELECT (SELECT count(*) FROM done) AS closed, moved FROM advance
            """;

    private final Pool pool;

    public PostgresAdapterHandoffRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Optional<AdapterHandoff>> find(SendKey key, String adapter) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(key.workspaceId(), key.runId().value(), key.part(), adapter))
                .map(rows -> parts(rows).stream().findFirst())
                .onFailure()
                .transform(PostgresAdapterHandoffRepository::classify);
    }

    @Override
    public Uni<List<AdapterHandoff>> withoutReceipt(Duration minAge, int limit) {
        return pool.preparedQuery(WITHOUT_RECEIPT)
                .execute(Tuple.of(minAge.toMillis(), limit))
                .map(PostgresAdapterHandoffRepository::parts);
    }

    @Override
    public Uni<Boolean> close(AdapterHandoff part, SendOutcome outcome, List<OffsetAdvance> advances) {
        Tuple parameters = Tuple.tuple()
                .addString(part.lane())
                .addString(part.key().workspaceId())
                .addUUID(part.key().runId().value())
                .addInteger(part.key().part())
                .addString(outcome.status().stored())
                .addBuffer(Buffer.buffer(outcome.receipt()));
        for (Object column : PostgresAppliedOffsetRepository.columns(advances)) {
            parameters.addValue(column);
        }
        return pool.preparedQuery(CLOSE)
                .execute(parameters)
                .map(rows -> rows.iterator().next())
                .invoke(row -> PostgresAppliedOffsetRepository.requireMoved(advances, row.getLong("moved")))
                .map(row -> row.getLong("closed") == 1)
                .onFailure()
                .transform(PostgresAdapterHandoffRepository::classify);
    }

    private static Throwable classify(Throwable failure) {
        String state = failure instanceof PgException refusal ? refusal.getSqlState() : null;
        return state != null && (state.startsWith("22") || state.startsWith("23"))
                ? new DataRejectedException(state, failure)
                : failure;
    }

    private static List<AdapterHandoff> parts(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new AdapterHandoff(
                        new SendKey(
                                row.getString("workspace_id"),
                                new RunId(row.getUUID("run_id")),
                                row.getInteger("part")),
                        row.getString("surface"),
                        row.getString("lane"),
                        row.getString("conversation_key"),
                        row.getInteger("attempts"),
                        Duration.ofMillis(row.getLong("age")),
                        row.getString("traceparent")))
                .toList();
    }
}
