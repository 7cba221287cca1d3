package dev.agenthost.orchestrator.runner.postgres;

/** The statements of the roster. */
final class RunnerDirectorySql {
    /** Connected anywhere, as of the newest connection, and kept otherwise or seen long ago; without those passed over. */
    static final String SIGHTED = """
            SELECT f.* FROM (
                SELECT s.*, encode(sha256(convert_to(
                    jsonb_build_array(s.manifest, s.generation, s.workspaces)::text, 'UTF8')), 'hex') AS fingerprint FROM (
                SELECT c.runner_id,
                    (array_agg(c.manifest ORDER BY c.connected_at DESC, c.connection_id))[1] AS manifest,
                    (array_agg(c.generation ORDER BY c.connected_at DESC, c.connection_id))[1] AS generation,
                    array_agg(DISTINCT w ORDER BY w) AS workspaces
                FROM runs.runner_connections c JOIN runs.leases l ON l.incarnation = c.incarnation,
                    unnest(c.workspaces) w
                WHERE NOT l.dead AND l.expires_at > clock_timestamp()
                GROUP BY c.runner_id) s) f
            LEFT JOIN runs.known_runners k ON k.runner_id = f.runner_id
            WHERE (k.fingerprint IS DISTINCT FROM f.fingerprint OR k.seen_at < clock_timestamp() - interval '1 hour')
                AND NOT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS p (runner_id, version)
                    WHERE p.runner_id = f.runner_id AND p.version = f.fingerprint)
            ORDER BY f.runner_id""";

    static final String KEEP = """
            INSERT INTO runs.known_runners AS k (runner_id, document, sha256, fingerprint) VALUES ($1, $2, $3, $4)
            ON CONFLICT (runner_id) DO UPDATE SET seen_at = clock_timestamp(),
                document = excluded.document, sha256 = excluded.sha256, fingerprint = excluded.fingerprint,
                revision = k.revision + CASE WHEN k.sha256 = excluded.sha256 THEN 0 ELSE 1 END,
                changed_at = CASE WHEN k.sha256 = excluded.sha256 THEN k.changed_at ELSE clock_timestamp() END""";

    private static final String IS_UNTOLD =
            "(told < revision OR told_at < clock_timestamp() - interval '1 day') AND NOT " + unseen()
                    + " AND NOT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS p (runner_id, version)"
                    + " WHERE p.runner_id = known_runners.runner_id AND p.version = revision::text)";

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

    private RunnerDirectorySql() {}

    private static String unseen() {
        return "seen_at < clock_timestamp() - interval '35 days'";
    }
}
