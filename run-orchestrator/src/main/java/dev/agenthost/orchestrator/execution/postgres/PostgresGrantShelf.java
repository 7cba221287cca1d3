package dev.agenthost.orchestrator.execution.postgres;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.execution.GrantShelf;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** {@link GrantShelf} in a table: the first write stays. Rows are kept as long as runs are. */
public final class PostgresGrantShelf implements GrantShelf {
    private static final String KEEP = """
            INSERT INTO runs.grants AS g (workspace_id, run_id, frozen) VALUES ($1, $2, $3)
            ON CONFLICT (workspace_id, run_id) DO UPDATE SET frozen = g.frozen RETURNING frozen""";

    private static final String FORGET =
            "DELETE FROM runs.grants WHERE frozen_at < clock_timestamp() - interval '35 days'";

    /** What is not answered by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public PostgresGrantShelf(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Grant> keep(ClaimedRun run, Grant frozen) {
        JsonObject json = new JsonObject(new String(ProtocolCodec.encode(frozen), StandardCharsets.UTF_8));
        return pool.preparedQuery(KEEP)
                .execute(Tuple.of(run.workspaceId(), run.runId().value(), json))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> read(rows.iterator().next().getJsonObject("frozen")));
    }

    /** Forgets grants of runs that are long over. */
    public Uni<Void> sweep() {
        return pool.query(FORGET).execute().replaceWithVoid();
    }

    private static Grant read(JsonObject kept) {
        try {
            return ProtocolCodec.decode(kept.encode().getBytes(StandardCharsets.UTF_8), Grant.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a grant that we wrote cannot be read", e);
        }
    }
}
