package dev.agenthost.orchestrator.runner.postgres;

/** The statements of the connections. */
final class ConnectionSql {
    static final String WRITE = """
            INSERT INTO runs.runner_connections
                (connection_id, runner_id, incarnation, workspaces, manifest, capacity, free, generation, icon, plugin_version,
                 raw_manifest)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, ''), $10, $11)
            ON CONFLICT (connection_id, runner_id) DO UPDATE
                SET incarnation = excluded.incarnation, manifest = excluded.manifest, capacity = excluded.capacity, free = excluded.free,
                    icon = excluded.icon, plugin_version = excluded.plugin_version, raw_manifest = excluded.raw_manifest""";

    static final String WRITE_REFUSED = """
            INSERT INTO runs.runner_refusals (connection_id, ordinal, incarnation, workspaces, plugin, runner, reason)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (connection_id, ordinal) DO UPDATE
                SET incarnation = excluded.incarnation, workspaces = excluded.workspaces, plugin = excluded.plugin,
                    runner = excluded.runner, reason = excluded.reason""";

    private static final String VISIBLE = """
             c JOIN runs.leases l ON l.incarnation = c.incarnation
            WHERE NOT l.dead AND l.expires_at > clock_timestamp() AND c.workspaces && ARRAY['*', $1]
            """;

    static final String READ = """
            SELECT c.runner_id,
                (array_agg(c.manifest ORDER BY c.connected_at DESC, c.connection_id))[1] AS manifest,
                (array_agg(c.plugin_version ORDER BY c.connected_at DESC, c.connection_id))[1] AS plugin_version,
                array_agg(l.replica ORDER BY c.connected_at, c.connection_id) AS replicas,
                array_agg(c.connected_at ORDER BY c.connected_at, c.connection_id) AS connected_at,
                array_agg(c.capacity ORDER BY c.connected_at, c.connection_id) AS capacities,
                array_agg(c.free ORDER BY c.connected_at, c.connection_id) AS free,
                bool_or(c.icon IS NOT NULL) AS has_icon
            FROM runs.runner_connections""" + VISIBLE + "GROUP BY c.runner_id ORDER BY c.runner_id";

    static final String READ_REFUSED =
            """
            SELECT c.plugin, c.runner, c.reason, count(*)::integer AS connected
            FROM runs.runner_refusals""" + VISIBLE + "GROUP BY c.plugin, c.runner, c.reason ORDER BY c.plugin, c.runner, c.reason";

    static final String READ_ICON = """
            SELECT i.sha256, i.mime_type, i.bytes FROM runs.runner_icons i WHERE i.sha256 = (
                SELECT c.icon FROM runs.runner_connections""" + VISIBLE + """
                AND c.icon IS NOT NULL AND starts_with(c.runner_id, $2)
                ORDER BY c.connected_at DESC, c.connection_id LIMIT 1)""";

    static final String READ_MANIFEST = "SELECT c.raw_manifest FROM runs.runner_connections" + VISIBLE + """
                AND c.runner_id = $2 AND c.raw_manifest IS NOT NULL
                ORDER BY c.connected_at DESC, c.connection_id LIMIT 1""";

    /** Removes connections, and stores the time until which their runners were seen. */
    static final String CLEAN = "WITH removed AS (" + clean("runner_connections", "runner_id")
            + " RETURNING c.runner_id) UPDATE runs.known_runners k SET last_seen_at = clock_timestamp()"
            + " WHERE k.runner_id IN (SELECT g.runner_id FROM removed g)";

    static final String CLEAN_REFUSED = clean("runner_refusals", "ordinal");

    private ConnectionSql() {}

    /** Deletes rows of this replica without a connection, and rows of dead replicas. */
    private static String clean(String table, String second) {
        return "DELETE FROM runs." + table + " c WHERE c.incarnation = $1 AND NOT c.connection_id || ' ' || c." + second
                + """
                 = ANY ($2)
                   OR EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = c.incarnation AND l.dead)
                   OR c.connected_at < clock_timestamp() - interval '1 hour'
                      AND NOT EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = c.incarnation)""";
    }
}
