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
            return pool.preparedQuery(SendSql.CLAIM).execute(parameters).map(rows -> StreamSupport.stream(
                            rows.spliterator(), false)
                    .flatMap(row -> readable(row, owner, staleAt))
                    .toList());
        });
    }

    @Override
    public Uni<Boolean> finish(ClaimedSend send, SendStatus status, byte[] receipt) {
        Tuple parameters = under(send).addString(status.stored()).addBuffer(Buffer.buffer(receipt));
        return pool.preparedQuery(SendSql.FINISH).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> handOver(ClaimedSend send) {
        Tuple parameters =
                under(send).addString(SendStatus.HANDED_OVER.stored()).addValue(null);
        return pool.preparedQuery(SendSql.FINISH).execute(parameters).map(done -> done.rowCount() == 1);
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
        return pool.preparedQuery(SendSql.RETRY_SEND).execute(parameters).map(done -> done.rowCount() == 1);
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
        return pool.preparedQuery(SendSql.RECORD_CALLS).execute(parameters).map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Boolean> prolong(ClaimedSend send, Duration term) {
        return pool.preparedQuery(SendSql.PROLONG)
                .execute(under(send).addLong(term.toMillis()))
                .map(done -> done.rowCount() == 1);
    }

    @Override
    public Uni<Integer> inherit() {
        return pool.preparedQuery(SendSql.INHERIT).execute().map(SqlResult::rowCount);
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
                row.getBoolean("withheld"),
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
        Destination.Bot bot = Destination.Bot.ofEndpoint(surface, topic);
        if (bot != null) {
            return bot;
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
