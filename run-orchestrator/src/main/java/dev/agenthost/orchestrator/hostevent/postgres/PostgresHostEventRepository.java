package dev.agenthost.orchestrator.hostevent.postgres;

import dev.agenthost.orchestrator.hostevent.HostEventRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.protocol.event.EventEnvelope;
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
    private static final String CLAIM = """
            UPDATE runs.host_events e SET publish_after = clock_timestamp() + interval '10 seconds'
            WHERE (e.workspace_id, e.event_id) IN (
                SELECT workspace_id, event_id FROM runs.host_events
                WHERE publish_after < clock_timestamp() ORDER BY publish_after LIMIT %d FOR UPDATE SKIP LOCKED)
            RETURNING e.event""".formatted(MOST_CLAIMED);

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
