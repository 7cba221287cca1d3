package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.BindingCandidate;
import dev.agenthost.binding.catalog.BindingChange;
import dev.agenthost.binding.catalog.BindingChangeRepository;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/** Reads changes in one statement, from one snapshot. */
@ApplicationScoped
class PostgresBindingChangeRepository implements BindingChangeRepository {
    private static final Logger LOG = Logger.getLogger(PostgresBindingChangeRepository.class);
    private static final String CHANGED_SINCE = """
            select w.workspace_id, w.revision, b.binding_id, b.agent_id, b.document as binding,
                a.document as agent
            from bindings.workspaces w
            left join bindings.bindings b using (workspace_id)
            left join bindings.agents a on a.workspace_id = b.workspace_id and a.agent_id = b.agent_id
            where w.revision > $1
            """;

    private final Pool pool;

    PostgresBindingChangeRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<BindingChange> changedSince(long revision) {
        return pool.preparedQuery(CHANGED_SINCE).execute(Tuple.of(revision)).map(rows -> change(rows, revision));
    }

    private static BindingChange change(RowSet<Row> rows, long since) {
        long newest = Math.max(since, 0);
        Map<String, List<BindingCandidate>> workspaces = new HashMap<>();
        for (Row row : rows) {
            newest = Math.max(newest, row.getLong("revision"));
            List<BindingCandidate> candidates =
                    workspaces.computeIfAbsent(row.getString("workspace_id"), workspace -> new ArrayList<>());
            if (row.getString("binding_id") != null) {
                addTo(candidates, row);
            }
        }
        return new BindingChange(newest, workspaces);
    }

    /** Omits a row that cannot be read (written by a newer version); others remain. */
    private static void addTo(List<BindingCandidate> candidates, Row row) {
        String workspace = row.getString("workspace_id");
        try {
            candidates.add(BindingCandidate.of(
                    BindingTable.read(bytes(row, "binding"), row.getString("binding_id"), workspace),
                    AgentTable.read(bytes(row, "agent"), row.getString("agent_id"), workspace)));
        } catch (UndecodableException e) {
            LOG.errorf(
                    "binding cannot be decoded and is omitted, bindingId=%s: %s",
                    row.getString("binding_id"), e.getMessage());
        }
    }

    private static byte[] bytes(Row row, String column) {
        return row.getString(column).getBytes(StandardCharsets.UTF_8);
    }
}
