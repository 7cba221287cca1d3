package dev.agenthost.orchestrator.erasure.postgres;

import io.vertx.mutiny.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of schema {@code runs} that can hold texts, and which of them an erasure has to empty. */
final class PersonalColumns {
    /** Texts of people and agents, and ids of people. */
    static final List<String> ERASED = List.of(
            "runs.resolution",
            "runs.terminal",
            "runs.cancel_reason",
            "runs.outcome_sentence",
            "runs.usage",
            "graph_views.graph_run_id",
            "graph_views.projection",
            "interactions.interaction_id",
            "interactions.request",
            "interactions.actors",
            "interactions.event",
            "interactions.submitted_by",
            "interactions.submission",
            "host_events.event",
            "delegations.delegation_id",
            "delegations.completion",
            "steering.outcome_sentence",
            "steering.terminal",
            "grants.frozen",
            "cancellations.reason");

    private static final String IDS = "ids of workspaces, runs, agents and conversations, until the row expires";
    private static final String WITH_ROW = "deleted with its row";
    private static final String REPLICAS = "replicas and what they run";
    private static final String DEFINITIONS = "definitions by operators";

    /** Tables none of whose columns an erasure changes, and why. */
    static final Map<String, String> OTHER_TABLES = Map.ofEntries(
            Map.entry("applied_offsets", "positions of topics"),
            Map.entry("turns", IDS),
            Map.entry("leases", REPLICAS),
            Map.entry("steering_returns", "ids of calls"),
            Map.entry("audit_outbox", "entries of the audit until the broker has them; they contain no messages"),
            Map.entry("rates", "numbers of a workspace"),
            Map.entry("runner_connections", REPLICAS),
            Map.entry("runner_refusals", REPLICAS),
            Map.entry("runner_icons", REPLICAS),
            Map.entry("known_runners", REPLICAS),
            Map.entry("runtime_claims", REPLICAS),
            Map.entry("models", DEFINITIONS),
            Map.entry("mcp_servers", DEFINITIONS),
            Map.entry("embedding_changes", DEFINITIONS),
            Map.entry("erased_runs", IDS),
            Map.entry("erasure_cursor", IDS),
            Map.entry("flyway_schema_history", "migrations"));

    /** Columns beside erased ones that an erasure leaves, and why. */
    static final Map<String, String> OTHER_COLUMNS = Map.ofEntries(
            Map.entry("runs.workspace_id", IDS),
            Map.entry("runs.conversation_key", IDS),
            Map.entry("runs.state", "one of four words"),
            Map.entry("runs.runner_id", IDS),
            Map.entry("runs.retry", "the policy of the binding"),
            Map.entry("runs.trace_id", IDS),
            Map.entry("runs.previous_turn", "position of a topic"),
            Map.entry("runs.queue_failure_code", "a code"),
            Map.entry("runs.outcome_type", "a code"),
            Map.entry("runs.outcome_code", "a code"),
            Map.entry("runs.terminal_headers", "headers of the record: ids"),
            Map.entry("graph_views.workspace_id", WITH_ROW),
            Map.entry("graph_views.conversation_key", WITH_ROW),
            Map.entry("interactions.workspace_id", WITH_ROW),
            Map.entry("interactions.token", WITH_ROW),
            Map.entry("interactions.conversation_key", WITH_ROW),
            Map.entry("interactions.withdrawn_by", WITH_ROW),
            Map.entry("host_events.workspace_id", WITH_ROW),
            Map.entry("delegations.workspace_id", WITH_ROW),
            Map.entry("delegations.agent_id", WITH_ROW),
            Map.entry("delegations.fingerprint", WITH_ROW),
            Map.entry("steering.workspace_id", WITH_ROW),
            Map.entry("steering.operation", WITH_ROW),
            Map.entry("steering.terminal_headers", WITH_ROW),
            Map.entry("grants.workspace_id", WITH_ROW),
            Map.entry("cancellations.workspace_id", WITH_ROW));

    private static final String COLUMNS = """
            SELECT table_name || '.' || column_name FROM information_schema.columns
            WHERE table_schema = 'runs' AND data_type IN ('text', 'character varying', 'bytea', 'json', 'jsonb', 'ARRAY')
            ORDER BY 1""";
    private static final String TABLES =
            "SELECT 'runs.' || table_name FROM information_schema.tables WHERE table_schema = 'runs'"
                    + " AND table_name <> 'flyway_schema_history'";

    private PersonalColumns() {}

    /** The columns that can hold texts, as {@code table.column}. */
    static List<String> ofTexts(Pool pool) {
        return strings(pool, COLUMNS);
    }

    static List<String> tables(Pool pool) {
        return strings(pool, TABLES);
    }

    /** The SQL expression of the text in a column of the table {@code t}. */
    static String asText(String column) {
        String name = "t." + column.substring(column.indexOf('.') + 1);
        boolean isBytes = List.of("runs.resolution", "runs.terminal", "steering.terminal", "runner_icons.bytes")
                .contains(column);
        return isBytes ? "coalesce(convert_from(" + name + ", 'UTF8'), '')" : name + "::text";
    }

    private static List<String> strings(Pool pool, String query) {
        List<String> found = new ArrayList<>();
        pool.query(query).executeAndAwait().forEach(row -> found.add(row.getString(0)));
        return found;
    }
}
