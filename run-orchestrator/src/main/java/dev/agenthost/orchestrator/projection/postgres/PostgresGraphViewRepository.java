package dev.agenthost.orchestrator.projection.postgres;

import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Views in {@code runs.graph_views}. */
@Singleton
public final class PostgresGraphViewRepository implements GraphViewRepository {
    private static final String PUT = """
            INSERT INTO runs.graph_views AS v (workspace_id, conversation_key, graph_run_id, run_id, event_id, projection)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (workspace_id, conversation_key, graph_run_id)
                DO UPDATE SET projection = excluded.projection, updated_at = clock_timestamp()""";

    private static final String LIST = """
            SELECT run_id, event_id, projection FROM runs.graph_views
            WHERE workspace_id = $1 AND conversation_key = $2 ORDER BY started_at DESC LIMIT\s""" + MOST;

    private final Statements statements;

    public PostgresGraphViewRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Void> put(GraphView view) {
        return statements
                .run(
                        PUT,
                        view.run().workspaceId(),
                        view.conversation().value(),
                        view.projection().runId(),
                        view.run().runId().value(),
                        view.event().value(),
                        new String(ProtocolCodec.encode(view.projection()), StandardCharsets.UTF_8))
                .replaceWithVoid();
    }

    @Override
    public Uni<List<GraphView>> list(String workspaceId, ConversationKey conversation) {
        return statements.list(
                row -> new GraphView(
                        conversation,
                        new RunKey(workspaceId, new RunId(row.getUUID("run_id"))),
                        new EventId(row.getUUID("event_id")),
                        read(row.getString("projection"))),
                LIST,
                workspaceId,
                conversation.value());
    }

    private static UiProjection read(String json) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), UiProjection.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored projection is not one", e);
        }
    }
}
