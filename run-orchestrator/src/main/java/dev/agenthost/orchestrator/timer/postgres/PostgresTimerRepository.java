package dev.agenthost.orchestrator.timer.postgres;

import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.timer.TimerOutcome;
import dev.agenthost.orchestrator.timer.TimerRepository;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;

/** {@link TimerRepository} in {@code runs.host_events}. Times are those of the database's clock. */
@Singleton
public final class PostgresTimerRepository implements TimerRepository {
    private static final String SET = """
            INSERT INTO runs.host_events (workspace_id, event_id, event, timer_of, publish_after)
            SELECT $1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)
            WHERE (SELECT count(*) FROM runs.host_events e
                WHERE e.workspace_id = $1 AND e.timer_of = $4 AND e.publish_after IS NOT NULL) < $6
            ON CONFLICT (workspace_id, event_id) DO NOTHING
            RETURNING publish_after""";

    private static final String FIND =
            "SELECT publish_after FROM runs.host_events WHERE workspace_id = $1 AND event_id = $2";

    private static final String CANCEL = """
            DELETE FROM runs.host_events
            WHERE workspace_id = $1 AND event_id = $2 AND timer_of = $3 AND publish_after > clock_timestamp()""";

    private final Statements statements;

    public PostgresTimerRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<TimerOutcome> set(RunId origin, EventEnvelope event, Duration delay) {
        return statements
                .list(
                        PostgresTimerRepository::outcome,
                        SET,
                        event.workspaceId(),
                        event.eventId().value(),
                        new String(ProtocolCodec.encode(event), StandardCharsets.UTF_8),
                        origin.value(),
                        (double) delay.toSeconds(),
                        MOST_OF_CHAIN)
                .chain(set -> set.isEmpty() ? existing(event) : Uni.createFrom().item(set.getFirst()));
    }

    private Uni<TimerOutcome> existing(EventEnvelope event) {
        return statements
                .list(
                        PostgresTimerRepository::outcome,
                        FIND,
                        event.workspaceId(),
                        event.eventId().value())
                .map(List::stream)
                .map(found -> found.findFirst().orElseGet(() -> new TimerOutcome.TooMany(MOST_OF_CHAIN)));
    }

    @Override
    public Uni<Boolean> cancel(String workspaceId, RunId origin, EventId event) {
        return statements.any(CANCEL, workspaceId, event.value(), origin.value());
    }

    private static TimerOutcome outcome(Row row) {
        OffsetDateTime due = row.getOffsetDateTime("publish_after");
        return due == null ? new TimerOutcome.Fired() : new TimerOutcome.Due(due.toInstant());
    }
}
