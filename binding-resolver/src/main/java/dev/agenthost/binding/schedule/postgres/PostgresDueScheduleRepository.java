package dev.agenthost.binding.schedule.postgres;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.postgres.PostgresOutboxRepository;
import dev.agenthost.binding.schedule.DueScheduleRepository;
import dev.agenthost.binding.schedule.ScheduleFiring;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.protocol.topic.Traceparent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The due rows of {@code bindings.schedules}. A row is locked by the replica that fires it; the others pass it over. */
@ApplicationScoped
public class PostgresDueScheduleRepository implements DueScheduleRepository {
    private static final Logger LOG = Logger.getLogger(PostgresDueScheduleRepository.class);

    private static final String DUE = """
            select workspace_id, schedule_id, version, document, next_due from bindings.schedules
            where next_due <= $1 order by next_due limit $2 for update skip locked
            """;

    private static final String ADVANCE =
            "update bindings.schedules set next_due = $3 where workspace_id = $1 and schedule_id = $2";

    private final Pool pool;
    private final PostgresOutboxRepository outbox;
    private final InstantSource clock;

    PostgresDueScheduleRepository(Pool pool, PostgresOutboxRepository outbox) {
        this.pool = pool;
        this.outbox = outbox;
        this.clock = InstantSource.system();
    }

    @Override
    public Uni<Integer> fire(int limit) {
        Instant now = clock.instant();
        return pool.withTransaction(connection -> connection
                .preparedQuery(DUE)
                .execute(Tuple.of(now.atOffset(ZoneOffset.UTC), limit))
                .chain(rows -> rows.size() == 0 ? Uni.createFrom().item(0) : fire(connection, rows, now)));
    }

    private Uni<Integer> fire(SqlConnection connection, RowSet<Row> rows, Instant now) {
        List<OutboundRecord> events = new ArrayList<>();
        List<Tuple> advanced = new ArrayList<>();
        for (Row row : rows) {
            ScheduleFiring firing = firing(row, now);
            EventEnvelope event = firing.event();
            if (event != null) {
                events.add(record(event));
            }
            advanced.add(Tuple.of(row.getString("workspace_id"), row.getString("schedule_id"), time(firing.nextDue())));
        }
        Uni<Void> stored = events.isEmpty() ? Uni.createFrom().voidItem() : outbox.lay(connection, events);
        return stored.chain(() -> connection.preparedQuery(ADVANCE).executeBatch(advanced))
                .replaceWith(rows.size());
    }

    /** A schedule that cannot be read any more, by rules that have changed, stops; the others go on. */
    private static ScheduleFiring firing(Row row, Instant now) {
        String id = row.getString("schedule_id");
        String workspaceId = row.getString("workspace_id");
        try {
            return ScheduleFiring.of(
                    ScheduleTable.read(
                            row.getString("document").getBytes(StandardCharsets.UTF_8),
                            id,
                            workspaceId,
                            row.getInteger("version")),
                    row.getOffsetDateTime("next_due").toInstant(),
                    now);
        } catch (UndecodableException | InvalidFieldException unreadable) {
            LOG.errorf("schedule stopped: workspaceId=%s scheduleId=%s %s", workspaceId, id, unreadable.getMessage());
            return new ScheduleFiring(null, null);
        }
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant due) {
        return due == null ? null : due.atOffset(ZoneOffset.UTC);
    }

    private static OutboundRecord record(EventEnvelope event) {
        ConversationKey key = event.conversationKey();
        String trace = Traceparent.of(null, event.eventId(), RunIds.of(event.workspaceId(), event.eventId(), 0));
        return new OutboundRecord(
                Topics.EVENTS,
                key.partition(),
                key.value(),
                ProtocolCodec.encode(event),
                CloudEventHeaders.event(
                        event.eventId(), OutboundRecord.SOURCE, event.receivedAt(), event.workspaceId(), trace));
    }
}
