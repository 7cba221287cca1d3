package dev.agenthost.orchestrator.roster.postgres;

/** The statements of the roster. */
final class RosterSql {
    /** Connected anywhere, as of the newest connection; {@code due} where it was seen long ago. */
    static final String SIGHTED = """
            SELECT s.*, k.sha256, coalesce(k.seen_at < clock_timestamp() - interval '1 hour', true) AS due FROM (
                SELECT c.runner_id,
                    (array_agg(c.manifest ORDER BY c.connected_at DESC, c.connection_id))[1] AS manifest,
                    (array_agg(c.generation ORDER BY c.connected_at DESC, c.connection_id))[1] AS generation,
                    array_agg(DISTINCT w ORDER BY w) AS workspaces
                FROM runs.runner_connections c JOIN runs.leases l ON l.incarnation = c.incarnation,
                    unnest(c.workspaces) w
                WHERE NOT l.dead AND l.expires_at > clock_timestamp()
                GROUP BY c.runner_id) s
            LEFT JOIN runs.known_runners k ON k.runner_id = s.runner_id""";

    static final String KEEP = """
            INSERT INTO runs.known_runners AS k (runner_id, document, sha256) VALUES ($1, $2, $3)
            ON CONFLICT (runner_id) DO UPDATE SET seen_at = clock_timestamp(),
                document = excluded.document, sha256 = excluded.sha256,
                revision = k.revision + CASE WHEN k.sha256 = excluded.sha256 THEN 0 ELSE 1 END,
                changed_at = CASE WHEN k.sha256 = excluded.sha256 THEN k.changed_at ELSE clock_timestamp() END""";

    private static final String IS_UNTOLD =
            "(told < revision OR told_at < clock_timestamp() - interval '1 day') AND NOT " + unseen();

    static final String ANYTHING =
            "SELECT EXISTS (SELECT FROM runs.known_runners WHERE " + IS_UNTOLD + " OR " + unseen() + ") AS anything";

    static final String UNTOLD = "SELECT runner_id, document, revision, changed_at FROM runs.known_runners WHERE "
            + IS_UNTOLD + " ORDER BY runner_id LIMIT 100";

    static final String UNSEEN =
            "SELECT runner_id FROM runs.known_runners WHERE " + unseen() + " ORDER BY runner_id LIMIT 100";

    static final String TOLD =
            "UPDATE runs.known_runners SET told = greatest(told, $2), told_at = clock_timestamp() WHERE runner_id = $1";

    static final String FORGET = "DELETE FROM runs.known_runners WHERE runner_id = $1";

    /** The number is nothing but a name. */
    static final String ALONE = "SELECT pg_try_advisory_xact_lock(7218055301) AS alone";

    static final String LET_GO = "SET LOCAL idle_in_transaction_session_timeout = '15s'";

    private RosterSql() {}

    private static String unseen() {
        return "seen_at < clock_timestamp() - interval '35 days'";
    }
}
