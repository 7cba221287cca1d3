package dev.agenthost.orchestrator.hostevent.postgres;

import dev.agenthost.orchestrator.hostevent.HostEventRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.RunChain;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@link HostEventRepository} in {@code runs.host_events}. A published row stays, so that a repeated request finds it. */
@Singleton
public final class PostgresHostEventRepository implements HostEventRepository {
    /** A run waits for the events of its delegations while it is active; it does not for responses to its questions and for timers. */
    private static final String IS_HELD = "(h.event::json ->> 'event_type') IN ('%s', '%s') AND %s"
            .formatted(
                    EventTypes.INTERACTION_SUBMITTED,
                    EventTypes.TIMER_FIRED,
                    RunChain.HOLDS_EVENTS.formatted("h.workspace_id", "h.parent_run_id"));

    private static final String CLAIM = """
            UPDATE runs.host_events e SET publish_after = clock_timestamp() + interval '10 seconds'
            WHERE (e.workspace_id, e.event_id) IN (
                SELECT h.workspace_id, h.event_id FROM runs.host_events h
                WHERE h.publish_after < clock_timestamp() AND NOT (%s)
                ORDER BY h.publish_after LIMIT %d FOR UPDATE SKIP LOCKED)
            RETURNING e.event""".formatted(IS_HELD, MOST_CLAIMED);

    private static final String PUBLISHED =
            "UPDATE runs.host_events SET publish_after = NULL WHERE workspace_id = $1 AND event_id = $2";

    private final Statements statements;

    public PostgresHostEventRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<List<EventEnvelope>> claimDue() {
        return statements.list(row -> read(row.getString("event")), CLAIM);
    }

    @Override
    public Uni<Void> published(EventEnvelope event) {
        return statements
                .run(PUBLISHED, event.workspaceId(), event.eventId().value())
                .replaceWithVoid();
    }

    private static EventEnvelope read(String json) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored event is unreadable", e);
        }
    }
}
