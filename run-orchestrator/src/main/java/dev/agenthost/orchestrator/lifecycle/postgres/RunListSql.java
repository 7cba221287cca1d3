package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.run.RunCursor;
import dev.agenthost.orchestrator.run.RunFilter;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunStatus;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the statement of a query for runs, with only the conditions of the query, so that each kind of query uses its index. */
final class RunListSql {
    // The status, as in RunView.
    private static final String STATUS = """
            CASE WHEN r.state = 'running' THEN 'running'
                 WHEN r.state <> 'ended' THEN 'queued'
                 WHEN r.outcome_code = 'cancelled' THEN 'cancelled'
                 WHEN r.outcome_code = 'waiting' AND r.cancel_requested_at IS NOT NULL THEN 'cancelled'
                 WHEN r.outcome_type = 'run.completed' THEN 'completed'
                 ELSE 'failed' END""";

    private final StringBuilder where = new StringBuilder();
    private final List<@Nullable Object> values = new ArrayList<>();

    RunListSql(RunListQuery query) {
        and("r.workspace_id = ?", query.workspaceId());
        RunFilter filter = query.filter();
        switch (filter.within()) {
            case RunFilter.Within.Workspace workspace -> {}
            case RunFilter.Within.Keys keys -> and("starts_with(r.conversation_key, ?)", keys.prefix());
            case RunFilter.Within.Thread thread ->
                and("r.conversation_key = ?", thread.key().value());
        }
        if (filter.runner() != null) {
            and("r.runner_id = ?", filter.runner().toString());
        }
        if (!filter.statuses().equals(RunFilter.ANY)) {
            and(STATUS + " = ANY (?::text[])", (Object)
                    filter.statuses().stream().map(RunStatus::wire).toArray(String[]::new));
        }
        if (filter.code() != null) {
            and("r.outcome_code = ?", filter.code());
        }
        if (filter.since() != null) {
            and("r.admitted_at >= ?", time(filter.since()));
        }
        if (filter.until() != null) {
            and("r.admitted_at < ?", time(filter.until()));
        }
        RunCursor before = query.before();
        if (before != null) {
            and(
                    "(r.admitted_at, r.run_id) < (?, ?)",
                    time(before.admittedAt()),
                    before.runId().value());
        }
        where.append(" ORDER BY r.admitted_at DESC, r.run_id DESC LIMIT ").append(parameter(query.limit()));
    }

    /** Returns the SQL after the columns and the table. */
    String where() {
        return where.toString();
    }

    @Nullable
    Object[] values() {
        return values.toArray();
    }

    private void and(String condition, Object... parameters) {
        String numbered = condition;
        for (Object value : parameters) {
            numbered = numbered.replaceFirst("\\?", "\\" + parameter(value));
        }
        where.append(where.isEmpty() ? "WHERE " : " AND ").append(numbered);
    }

    /** Adds a parameter and returns its placeholder. */
    private String parameter(Object value) {
        values.add(value);
        return "$" + values.size();
    }

    private static OffsetDateTime time(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }
}
