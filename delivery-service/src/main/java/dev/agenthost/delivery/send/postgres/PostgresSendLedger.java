package dev.agenthost.delivery.send.postgres;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SendLedger;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.lease.Incarnation;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * {@code delivery.sends} and {@code delivery.lanes}. Whoever takes a lane locks its row before a send's, so that a claim and an
 * outcome that meet never wait for each other.
 */
@ApplicationScoped
public class PostgresSendLedger implements SendLedger {

    /** Of each endpoint no more lanes than it has room; of each lane the first open send; nothing where the lease is over. */
    private static final String CLAIM = """
            WITH due AS (
                SELECT e.endpoint, greatest($3::int - coalesce(b.calls, 0), 0) AS room
                FROM (SELECT DISTINCT endpoint FROM delivery.lanes WHERE open > 0 AND next_at <= now()
                    AND EXISTS (SELECT FROM delivery.leases
                        WHERE incarnation = $6::uuid AND NOT dead AND expires_at > clock_timestamp())) AS e
                LEFT JOIN unnest($4::text[], $5::int[]) AS b(endpoint, calls) ON b.endpoint = e.endpoint),
            lane AS (
                SELECT l.lane FROM due CROSS JOIN LATERAL (
                    SELECT x.lane FROM delivery.lanes AS x
                    WHERE x.endpoint = due.endpoint AND x.open > 0 AND x.next_at <= now()
                    ORDER BY x.next_at LIMIT due.room FOR UPDATE SKIP LOCKED) AS l
                LIMIT $1),
            head AS (
                SELECT lane.lane, (
                    SELECT min(s.ordinal) FROM delivery.sends AS s
                    WHERE s.lane = lane.lane AND s.status IN ('pending', 'claimed')) AS ordinal
                FROM lane),
            claimed AS (
                UPDATE delivery.sends AS s
                SET status = 'claimed', epoch = s.epoch + 1, attempts = s.attempts + 1, claimed_by = $6::uuid::text
                FROM head WHERE s.lane = head.lane AND s.ordinal = head.ordinal AND s.status IN ('pending', 'claimed')
                RETURNING s.*),
            held AS (
                UPDATE delivery.lanes AS l SET next_at = now() + $2::bigint * interval '1 millisecond'
                FROM claimed WHERE l.lane = claimed.lane)
            SELECT c.*, (extract(epoch FROM now() - c.created_at) * 1000)::bigint AS age FROM claimed AS c ORDER BY c.ordinal
            """;

    private static final String FINISH = """
            WITH held AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = $6, receipt = $7, answered_at = now() FROM held
                WHERE s.lane = held.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane)
            UPDATE delivery.lanes AS l SET open = l.open - 1, next_at = now(), updated_at = now() FROM done WHERE l.lane = done.lane
            """;

    private static final String AGAIN = """
            WITH held AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = 'pending' FROM held
                WHERE s.lane = held.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane)
            UPDATE delivery.lanes AS l SET next_at = now() + $6::bigint * interval '1 millisecond', updated_at = now()
            FROM done WHERE l.lane = done.lane
            """;

    /**
     * The send is locked with its lane, so that a claim that was renewed, or ended, in this very moment is seen and left alone. What
     * somebody else has locked is looked at again the next time.
     */
    private static final String INHERIT = """
            WITH left_behind AS (
                SELECT l.lane FROM delivery.leases AS o
                JOIN delivery.sends AS s ON s.claimed_by = o.incarnation::text AND s.status = 'claimed'
                JOIN delivery.lanes AS l ON l.lane = s.lane
                WHERE o.dead AND l.open > 0 AND l.next_at > now()
                FOR UPDATE OF l, s SKIP LOCKED)
            UPDATE delivery.lanes AS l SET next_at = now() FROM left_behind AS b WHERE l.lane = b.lane
            """;

    private static final String SWEEP_SENDS = """
            DELETE FROM delivery.sends WHERE receipt_published_at IS NOT NULL
                AND answered_at < now() - $1::bigint * interval '1 second'
            """;

    private static final String SWEEP_LANES =
            "DELETE FROM delivery.lanes WHERE open = 0 AND updated_at < now() - $1::bigint * interval '1 second'";

    private final Pool pool;

    public PostgresSendLedger(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, int limit, Map<String, Integer> busy) {
        List<Map.Entry<String, Integer>> calls = List.copyOf(busy.entrySet());
        Tuple parameters = Tuple.tuple()
                .addInteger(limit)
                .addLong(policy.claimTerm().toMillis())
                .addInteger(policy.endpointConcurrency())
                .addArrayOfString(calls.stream().map(Map.Entry::getKey).toArray(String[]::new))
                .addArrayOfInteger(calls.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
                .addUUID(owner.value());
        return Uni.createFrom().deferred(() -> {
            // Before the question leaves, so that our term ends before the database's.
            long staleAt = System.nanoTime() + policy.usableTerm().toNanos();
            return pool.preparedQuery(CLAIM).execute(parameters).map(rows -> StreamSupport.stream(
                            rows.spliterator(), false)
                    .map(row -> claimed(row, owner, staleAt))
                    .toList());
        });
    }

    @Override
    public Uni<Boolean> finish(ClaimedSend send, SendStatus status, byte[] receipt) {
        Tuple parameters = under(send).addString(status.stored()).addBuffer(Buffer.buffer(receipt));
        return pool.preparedQuery(FINISH).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> handOver(ClaimedSend send) {
        Tuple parameters =
                under(send).addString(SendStatus.HANDED_OVER.stored()).addValue(null);
        return pool.preparedQuery(FINISH).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> again(ClaimedSend send, Duration after) {
        Tuple parameters = under(send).addLong(after.toMillis());
        return pool.preparedQuery(AGAIN).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Integer> inherit() {
        return pool.preparedQuery(INHERIT).execute().map(SqlResult::rowCount);
    }

    @Override
    public Uni<Integer> sweep(Duration olderThan) {
        Tuple seconds = Tuple.of(olderThan.toSeconds());
        return pool.preparedQuery(SWEEP_SENDS).execute(seconds).chain(sends -> pool.preparedQuery(SWEEP_LANES)
                .execute(seconds)
                .map(lanes -> sends.rowCount() + lanes.rowCount()));
    }

    private static Tuple under(ClaimedSend claimed) {
        SendKey key = claimed.send().key();
        return Tuple.tuple()
                .addString(claimed.send().lane())
                .addString(key.workspaceId())
                .addUUID(key.runId().value())
                .addInteger(key.part())
                .addInteger(claimed.epoch());
    }

    private static ClaimedSend claimed(Row row, Incarnation owner, long staleAt) {
        Send send = new Send(
                key(row),
                row.getString("conversation_key"),
                destination(row),
                row.getBuffer("body").getBytes(),
                row.getString("traceparent"));
        return new ClaimedSend(
                send,
                owner,
                row.getInteger("epoch"),
                row.getInteger("attempts"),
                row.getOffsetDateTime("created_at").toInstant(),
                Duration.ofMillis(row.getLong("age")),
                staleAt);
    }

    /** The columns as PostgresRunLedger fills them. */
    private static Destination destination(Row row) {
        String surface = row.getString("surface");
        return surface.equals(Destination.Webhook.SURFACE)
                ? new Destination.Webhook(row.getString("url"), row.getString("secret_ref"))
                : new Destination.Outbound(surface);
    }

    private static SendKey key(Row row) {
        return new SendKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id")), row.getInteger("part"));
    }
}
