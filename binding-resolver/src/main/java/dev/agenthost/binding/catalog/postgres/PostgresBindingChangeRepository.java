package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingCandidate;
import dev.agenthost.binding.catalog.BindingChange;
import dev.agenthost.binding.catalog.BindingChangeRepository;
import dev.agenthost.binding.catalog.DefaultBinding;
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

/** Reads changes of bindings, and of the default agents of bots, in one statement, from one snapshot. */
@ApplicationScoped
class PostgresBindingChangeRepository implements BindingChangeRepository {
    private static final Logger LOG = Logger.getLogger(PostgresBindingChangeRepository.class);
    private static final String CHANGED_SINCE = """
            with users as (
                select workspace_id, binding_id, null as bot_id, null::integer as bot_version, agent_id, document
                from bindings.bindings
                union all
                select workspace_id, null, bot_id, version, agent_id, null from bindings.bots where agent_id is not null)
            select w.workspace_id, w.revision, u.binding_id, u.bot_id, u.bot_version, u.agent_id, u.document as binding,
                a.document as agent
            from bindings.workspaces w
            left join users u using (workspace_id)
            left join bindings.agents a on a.workspace_id = u.workspace_id and a.agent_id = u.agent_id
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
            if (row.getString("agent_id") != null) {
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
                    binding(row, workspace),
                    AgentTable.read(bytes(row, "agent"), row.getString("agent_id"), workspace)));
        } catch (UndecodableException e) {
            LOG.errorf(
                    "binding or its agent cannot be decoded and is omitted, bindingId=%s botId=%s: %s",
                    row.getString("binding_id"), row.getString("bot_id"), e.getMessage());
        }
    }

    private static Binding binding(Row row, String workspace) throws UndecodableException {
        String bot = row.getString("bot_id");
        return bot == null
                ? BindingTable.read(bytes(row, "binding"), row.getString("binding_id"), workspace)
                : DefaultBinding.of(bot, workspace, row.getString("agent_id"), row.getInteger("bot_version"));
    }

    private static byte[] bytes(Row row, String column) {
        return row.getString(column).getBytes(StandardCharsets.UTF_8);
    }
}
