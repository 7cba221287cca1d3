package dev.agenthost.orchestrator.runner.postgres;

/** The statements of the runner directory. */
final class RunnerDirectorySql {
    /** The connected runners, with the newest manifest, whose stored entry differs or was seen an hour ago; without skipped ones. */
    static final String CHANGED = """
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
            WHERE (k.fingerprint IS DISTINCT FROM f.fingerprint OR k.last_seen_at < clock_timestamp() - interval '1 hour')
                AND NOT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS p (runner_id, version)
                    WHERE p.runner_id = f.runner_id AND p.version = f.fingerprint)
            ORDER BY f.runner_id""";

    static final String STORE = """
            INSERT INTO runs.known_runners AS k (runner_id, document, sha256, fingerprint) VALUES ($1, $2, $3, $4)
            ON CONFLICT (runner_id) DO UPDATE SET last_seen_at = clock_timestamp(),
                document = excluded.document, sha256 = excluded.sha256, fingerprint = excluded.fingerprint,
                revision = k.revision + CASE WHEN k.sha256 = excluded.sha256 THEN 0 ELSE 1 END,
                changed_at = CASE WHEN k.sha256 = excluded.sha256 THEN k.changed_at ELSE clock_timestamp() END""";

    private static final String IS_UNPUBLISHED =
            "(published_revision < revision OR published_at < clock_timestamp() - interval '1 day') AND NOT "
                    + expired()
                    + " AND NOT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS p (runner_id, version)"
                    + " WHERE p.runner_id = known_runners.runner_id AND p.version = revision::text)";

    static final String HAS_PENDING = "SELECT EXISTS (SELECT FROM runs.known_runners WHERE " + IS_UNPUBLISHED + " OR "
            + expired() + ") AS pending";

    static final String UNPUBLISHED = "SELECT runner_id, document, revision, changed_at FROM runs.known_runners WHERE "
            + IS_UNPUBLISHED + " ORDER BY runner_id LIMIT 100";

    static final String EXPIRED =
            "SELECT runner_id FROM runs.known_runners WHERE " + expired() + " ORDER BY runner_id LIMIT 100";

    static final String MARK_PUBLISHED =
            "UPDATE runs.known_runners SET published_revision = greatest(published_revision, $2), published_at = clock_timestamp() WHERE runner_id = $1";

    static final String DELETE = "DELETE FROM runs.known_runners WHERE runner_id = $1";

    /** The number identifies the advisory lock. */
    static final String LOCK = "SELECT pg_try_advisory_xact_lock(7218055301) AS locked";

    static final String IDLE_TIMEOUT = "SET LOCAL idle_in_transaction_session_timeout = '15s'";

    private RunnerDirectorySql() {}

    private static String expired() {
        return "last_seen_at < clock_timestamp() - interval '35 days'";
    }
}
