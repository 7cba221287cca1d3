package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads lists of runs. An unreadable run is reported to {@link UnreadableRunListener} and omitted, so that it does not hide the others. */
public final class RunLists {
    private static final Logger LOG = Logger.getLogger(RunLists.class);
    private static final String FIND = """
            SELECT r.workspace_id, r.run_id, r.conversation_key, r.runner_id, r.trace_id, r.state, r.attempt, r.owner,
                r.touched, r.losses
            FROM runs.runs r WHERE r.workspace_id = $1 AND r.run_id = $2 AND r.state <> 'ended'""";

    private final Statements statements;
    private final UnreadableRunListener unreadable;

    public RunLists(Statements statements, UnreadableRunListener unreadable) {
        this.statements = statements;
        this.unreadable = unreadable;
    }

    /** @param prefix the prefix of the columns {@code workspace_id} and {@code run_id} in the result */
    public <T> Uni<List<T>> list(String prefix, Function<Row, T> mapper, String sql, @Nullable Object... values) {
        return statements.run(sql, values).map(rows -> {
            List<T> list = new ArrayList<>(rows.size());
            for (Row row : rows) {
                try {
                    list.add(mapper.apply(row));
                } catch (RuntimeException failure) {
                    reportUnreadable(key(prefix, row), failure);
                }
            }
            return list;
        });
    }

    private void reportUnreadable(RunKey key, RuntimeException failure) {
        LOG.errorf("workspaceId=%s runId=%s is unreadable: %s", key.workspaceId(), key.runId(), failure);
        statements
                .list(RunLists::found, FIND, key.workspaceId(), key.runId().value())
                .subscribe()
                .with(
                        runs -> runs.forEach(unreadable::found),
                        cause -> LOG.warnf("runId=%s not ended yet: %s", key.runId(), cause));
    }

    private static UnreadableRun found(Row row) {
        String runner = row.getString("runner_id");
        return new UnreadableRun(
                key("", row),
                row.getString("conversation_key"),
                runner == null ? "" : runner,
                RunRowMapper.state(row),
                row.getString("trace_id"));
    }

    private static RunKey key(String prefix, Row row) {
        return new RunKey(row.getString(prefix + "workspace_id"), new RunId(row.getUUID(prefix + "run_id")));
    }
}
