package dev.agenthost.delivery.send.postgres;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.TargetSurface;
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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jboss.logging.Logger;

/**
 * {@code delivery.sends} and {@code delivery.lanes}. A transaction that takes a lane locks its row before a send's, so that a claim and an
 * outcome that meet never wait for each other.
 */
@ApplicationScoped
public class PostgresSendRepository implements SendRepository {
    private static final Logger LOG = Logger.getLogger(PostgresSendRepository.class);

    /**
     * Scans the endpoints by the index, without reading further lanes; takes at most the capacity of each endpoint and of all endpoints
     * of one status, and the first open send of each lane; nothing if the lease has expired.
     */
    static final String CLAIM = """
            WITH RECURSIVE candidate (endpoint, next_at) AS (
                (SELECT l.endpoint, l.next_at FROM delivery.lanes AS l
                 WHERE l.open > 0 AND EXISTS (SELECT FROM delivery.leases
                     WHERE incarnation = $3::uuid AND NOT dead AND expires_at > clock_timestamp())
                 ORDER BY l.endpoint, l.next_at LIMIT 1)
                UNION ALL
                SELECT n.endpoint, n.next_at FROM candidate AS p CROSS JOIN LATERAL (
                    SELECT l.endpoint, l.next_at FROM delivery.lanes AS l
                    WHERE l.open > 0 AND l.endpoint > p.endpoint ORDER BY l.endpoint, l.next_at LIMIT 1) AS n),
            due AS (
                SELECT p.endpoint, p.next_at, coalesce(k.more, $4::int) AS capacity, coalesce(k.status, 'NEW') AS status
                FROM candidate AS p
                LEFT JOIN unnest($5::text[], $6::int[], $7::text[]) AS k(endpoint, more, status) ON k.endpoint = p.endpoint
                WHERE p.next_at <= now()),
            turn AS (
                SELECT d.endpoint, d.next_at, least(d.capacity,
                    CASE d.status WHEN 'STEADY' THEN $1::bigint WHEN 'NEW' THEN $8::int ELSE $9::int END
                        - coalesce(sum(d.capacity) OVER (PARTITION BY d.status ORDER BY d.next_at, d.endpoint
                            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS capacity
                FROM due AS d),
            lane AS (
                SELECT l.lane FROM (SELECT * FROM turn WHERE capacity > 0 ORDER BY next_at, endpoint) AS t CROSS JOIN LATERAL (
                    SELECT x.lane FROM delivery.lanes AS x
                    WHERE x.endpoint = t.endpoint AND x.open > 0 AND x.next_at <= now()
                    ORDER BY x.next_at LIMIT t.capacity FOR UPDATE SKIP LOCKED) AS l
                LIMIT $1),
            head AS (
                SELECT lane.lane, (
                    SELECT min(s.ordinal) FROM delivery.sends AS s
                    WHERE s.lane = lane.lane AND s.status IN ('pending', 'claimed')) AS ordinal
                FROM lane),
            claimed AS (
                UPDATE delivery.sends AS s
                SET status = 'claimed', epoch = s.epoch + 1, attempts = s.attempts + 1, claimed_by = $3::uuid::text
                FROM head WHERE s.lane = head.lane AND s.ordinal = head.ordinal AND s.status IN ('pending', 'claimed')
                RETURNING s.*),
            deferred AS (
                UPDATE delivery.lanes AS l SET next_at = now() + $2::bigint * interval '1 millisecond'
                FROM claimed WHERE l.lane = claimed.lane)
            SELECT c.*, (extract(epoch FROM now() - c.created_at) * 1000)::bigint AS age FROM claimed AS c ORDER BY c.ordinal
            """;

    private static final String FINISH = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = $6, receipt = $7, answered_at = now() FROM locked
                WHERE s.lane = locked.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane)
            UPDATE delivery.lanes AS l SET open = l.open - 1, next_at = now(), updated_at = now() FROM done WHERE l.lane = done.lane
            """;

    private static final String RETRY_SEND = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = 'pending', attempts = s.attempts - $7::int FROM locked
                WHERE s.lane = locked.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane)
            UPDATE delivery.lanes AS l SET next_at = now() + $6::bigint * interval '1 millisecond', updated_at = now()
            FROM done WHERE l.lane = done.lane
            """;

    /** Locks the send alone: the lane stays as it is. */
    private static final String RECORD_CALLS = """
            UPDATE delivery.sends SET calls_answered = $6, call_begun = $7, calls_unknown = $8, platform_message_id = $9,
                call_division = $10, call_piece = $11
            WHERE lane = $1 AND workspace_id = $2 AND run_id = $3 AND part = $4 AND epoch = $5 AND status = 'claimed'
            """;

    /** Locks the lane before the send, as every claim does; the send is read under its lock, so a newer claim is seen. */
    private static final String PROLONG = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            held AS (
                SELECT s.lane FROM delivery.sends AS s JOIN locked ON s.lane = locked.lane
                WHERE s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5 AND s.status = 'claimed'
                FOR UPDATE OF s)
            UPDATE delivery.lanes AS l SET next_at = greatest(l.next_at, now()) + $6::bigint * interval '1 millisecond'
            FROM held WHERE l.lane = held.lane
            """;

    /**
     * Locks the send with its lane, so that a concurrently renewed or ended claim is seen and unchanged. Rows that another transaction
     * has locked are read by the next call.
     */
    private static final String INHERIT = """
            WITH inherited AS (
                SELECT l.lane FROM delivery.leases AS o
                JOIN delivery.sends AS s ON s.claimed_by = o.incarnation::text AND s.status = 'claimed'
                JOIN delivery.lanes AS l ON l.lane = s.lane
                WHERE o.dead AND l.open > 0 AND l.next_at > now()
                FOR UPDATE OF l, s SKIP LOCKED)
            UPDATE delivery.lanes AS l SET next_at = now() FROM inherited AS b WHERE l.lane = b.lane
            """;

    private final Pool pool;

    public PostgresSendRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity capacity) {
        Tuple parameters = parameters(policy, owner, capacity);
        return Uni.createFrom().deferred(() -> {
            // Read before the query is sent, so that the local term ends before the database's.
            long staleAt = System.nanoTime() + policy.usableTerm().toNanos();
            return pool.preparedQuery(CLAIM).execute(parameters).map(rows -> StreamSupport.stream(
                            rows.spliterator(), false)
                    .flatMap(row -> readable(row, owner, staleAt))
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
    public Uni<Boolean> retry(ClaimedSend send, Duration after) {
        return release(send, after, 0);
    }

    @Override
    public Uni<Boolean> postpone(ClaimedSend send, Duration after) {
        return release(send, after, 1);
    }

    private Uni<Boolean> release(ClaimedSend send, Duration after, int uncounted) {
        Tuple parameters = under(send).addLong(after.toMillis()).addInteger(uncounted);
        return pool.preparedQuery(RETRY_SEND).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> recordCalls(ClaimedSend send, CallProgress calls) {
        Tuple parameters = under(send)
                .addInteger(calls.answered())
                .addBoolean(calls.hasBegun())
                .addInteger(calls.unknown())
                .addString(calls.messageId())
                .addInteger(calls.division())
                .addInteger(calls.piece());
        return pool.preparedQuery(RECORD_CALLS).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> prolong(ClaimedSend send, Duration term) {
        return pool.preparedQuery(PROLONG)
                .execute(under(send).addLong(term.toMillis()))
                .map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Integer> inherit() {
        return pool.preparedQuery(INHERIT).execute().map(SqlResult::rowCount);
    }

    static Tuple parameters(SendPolicy policy, Incarnation owner, ClaimCapacity capacity) {
        List<Map.Entry<String, ClaimCapacity.Share>> known =
                List.copyOf(capacity.known().entrySet());
        return Tuple.tuple()
                .addInteger(capacity.lanes())
                .addLong(policy.claimTerm().toMillis())
                .addUUID(owner.value())
                .addInteger(capacity.each())
                .addArrayOfString(known.stream().map(Map.Entry::getKey).toArray(String[]::new))
                .addArrayOfInteger(
                        known.stream().map(share -> share.getValue().more()).toArray(Integer[]::new))
                .addArrayOfString(known.stream()
                        .map(share -> share.getValue().status().name())
                        .toArray(String[]::new))
                .addInteger(capacity.ofNew())
                .addInteger(capacity.ofSlow());
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

    /** Skips a part that cannot be read, without delaying other lanes; its claim expires, and a replica of a newer build may claim it. */
    private static Stream<ClaimedSend> readable(Row row, Incarnation owner, long staleAt) {
        try {
            return Stream.of(claimed(row, owner, staleAt));
        } catch (UnknownSurfaceException unknown) {
            LOG.errorf(
                    "runId=%s part=%d is not sent: %s",
                    row.getUUID("run_id"), row.getInteger("part"), unknown.getMessage());
            return Stream.empty();
        }
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
                new CallProgress(
                        row.getInteger("calls_answered"),
                        row.getBoolean("call_begun"),
                        row.getInteger("calls_unknown"),
                        row.getString("platform_message_id"),
                        row.getInteger("call_division"),
                        row.getInteger("call_piece")),
                staleAt);
    }

    /** The columns as {@code PostgresResultProgressRepository} writes them: an adapter's part has the adapter's topic, a bot's its endpoint. */
    private static Destination destination(Row row) {
        String surface = row.getString("surface");
        String url = row.getString("url");
        return TargetSurface.ofWire(surface)
                .<Destination>map(target -> switch (target) {
                    case WEBHOOK -> new Destination.Webhook(url, row.getString("secret_ref"));
                })
                .orElseGet(() -> ofEvent(surface, url));
    }

    private static Destination ofEvent(String surface, String topic) {
        Destination.Telegram telegram = Destination.Telegram.ofEndpoint(topic);
        if (telegram != null && telegram.surface().equals(surface)) {
            return telegram;
        }
        Destination.OneBot oneBot = Destination.OneBot.ofEndpoint(topic);
        if (oneBot != null && oneBot.surface().equals(surface)) {
            return oneBot;
        }
        Destination.Outbound outbound = new Destination.Outbound(surface);
        if (!outbound.topic().equals(topic)) {
            throw new UnknownSurfaceException(surface);
        }
        return outbound;
    }

    private static SendKey key(Row row) {
        return new SendKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id")), row.getInteger("part"));
    }
}
