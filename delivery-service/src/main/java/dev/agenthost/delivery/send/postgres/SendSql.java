package dev.agenthost.delivery.send.postgres;

/** The statements of {@link PostgresSendRepository}. */
final class SendSql {
    /**
     * Scans the endpoints by the index, without reading further lanes; takes at most the capacity of each endpoint and of all endpoints
     * of one status, and the first open send of each lane; nothing if the lease has expired. The lane is read under its lock, so a takeover
     * that was committed meanwhile is seen: the send is claimed as withheld.
     */
    static final String CLAIM = """
            WITH RECURSIVE candidate (endpoint, next_at) AS (
                (SELECT l.endpoint, l.next_at FROM delivery.lanes AS l
                 WHERE l.open > 0 AND EXISTS (SELECT FROM delivery.leases
                     WHERE incarnation = $3::uuid AND NOT dead AND expires_at > clock_timestamp())
                 ORDER BY l.endpoint, l.next_at LIMIT 1)
                UNION ALL
                SELECT n.endpoint, n.next_at FROM candidate AS p CROSS JOIN LATERAL (
                    SELECT l.endpoint, l.next_at FROM delivery.lanes AS l
                    WHERE l.open > 0 AND l.endpoint > p.endpoint ORDER BY l.endpoint, l.next_at LIMIT 1) AS n),
            due AS (
                SELECT p.endpoint, p.next_at, coalesce(k.more, $4::int) AS capacity, coalesce(k.status, 'NEW') AS status
                FROM candidate AS p
                LEFT JOIN unnest($5::text[], $6::int[], $7::text[]) AS k(endpoint, more, status) ON k.endpoint = p.endpoint
                WHERE p.next_at <= now()),
            turn AS (
                SELECT d.endpoint, d.next_at, least(d.capacity,
                    CASE d.status WHEN 'STEADY' THEN $1::bigint WHEN 'NEW' THEN $8::int ELSE $9::int END
                        - coalesce(sum(d.capacity) OVER (PARTITION BY d.status ORDER BY d.next_at, d.endpoint
                            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS capacity
                FROM due AS d),
            lane AS (
                SELECT l.lane, l.held_until
                FROM (SELECT * FROM turn WHERE capacity > 0 ORDER BY next_at, endpoint) AS t CROSS JOIN LATERAL (
                    SELECT x.lane, x.held_until FROM delivery.lanes AS x
                    WHERE x.endpoint = t.endpoint AND x.open > 0 AND x.next_at <= now()
                    ORDER BY x.next_at LIMIT t.capacity FOR UPDATE SKIP LOCKED) AS l
                LIMIT $1),
            head AS (
                SELECT lane.lane, lane.held_until, (
                    SELECT min(s.ordinal) FROM delivery.sends AS s
                    WHERE s.lane = lane.lane AND s.status IN ('pending', 'claimed')) AS ordinal
                FROM lane),
            claimed AS (
                UPDATE delivery.sends AS s
                SET status = 'claimed', epoch = s.epoch + 1, attempts = s.attempts + 1, claimed_by = $3::uuid::text,
                    withheld = s.withheld OR (s.operator IS NULL AND coalesce(s.created_at <= head.held_until, false))
                FROM head WHERE s.lane = head.lane AND s.ordinal = head.ordinal AND s.status IN ('pending', 'claimed')
                RETURNING s.*),
            deferred AS (
                UPDATE delivery.lanes AS l SET next_at = now() + $2::bigint * interval '1 millisecond'
                FROM claimed WHERE l.lane = claimed.lane)
            SELECT c.*, (extract(epoch FROM now() - c.created_at) * 1000)::bigint AS age FROM claimed AS c ORDER BY c.ordinal
            """;

    static final String FINISH = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = $6, receipt = $7, answered_at = now() FROM locked
                WHERE s.lane = locked.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane)
            UPDATE delivery.lanes AS l SET open = l.open - 1, next_at = now(), updated_at = now() FROM done WHERE l.lane = done.lane
            """;

    /** A withheld send is due at once: its next claim ends it, and the lane goes on. */
    static final String RETRY_SEND = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            done AS (
                UPDATE delivery.sends AS s SET status = 'pending', attempts = s.attempts - $7::int FROM locked
                WHERE s.lane = locked.lane AND s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5
                    AND s.status = 'claimed'
                RETURNING s.lane, s.withheld)
            UPDATE delivery.lanes AS l SET updated_at = now(),
                next_at = now() + CASE WHEN done.withheld THEN 0 ELSE $6::bigint END * interval '1 millisecond'
            FROM done WHERE l.lane = done.lane
            """;

    /** Locks the send alone: the lane stays as it is. No call of a withheld send begins. */
    static final String RECORD_CALLS = """
            UPDATE delivery.sends SET calls_answered = $6, call_begun = $7, calls_unknown = $8, platform_message_id = $9,
                call_division = $10, call_piece = $11
            WHERE lane = $1 AND workspace_id = $2 AND run_id = $3 AND part = $4 AND epoch = $5 AND status = 'claimed'
                AND NOT ($7 AND withheld)
            """;

    /** Locks the lane before the send, as every claim does; the send is read under its lock, so a newer claim is seen. */
    static final String PROLONG = """
            WITH locked AS (SELECT lane FROM delivery.lanes WHERE lane = $1 FOR UPDATE),
            held AS (
                SELECT s.lane FROM delivery.sends AS s JOIN locked ON s.lane = locked.lane
                WHERE s.workspace_id = $2 AND s.run_id = $3 AND s.part = $4 AND s.epoch = $5 AND s.status = 'claimed'
                FOR UPDATE OF s)
            UPDATE delivery.lanes AS l SET next_at = greatest(l.next_at, now()) + $6::bigint * interval '1 millisecond'
            FROM held WHERE l.lane = held.lane
            """;

    /**
     * Locks the send with its lane, so that a concurrently renewed or ended claim is seen and unchanged. Rows that another transaction
     * has locked are read by the next call.
     */
    static final String INHERIT = """
            WITH inherited AS (
                SELECT l.lane FROM delivery.leases AS o
                JOIN delivery.sends AS s ON s.claimed_by = o.incarnation::text AND s.status = 'claimed'
                JOIN delivery.lanes AS l ON l.lane = s.lane
                WHERE o.dead AND l.open > 0 AND l.next_at > now()
                FOR UPDATE OF l, s SKIP LOCKED)
            UPDATE delivery.lanes AS l SET next_at = now() FROM inherited AS b WHERE l.lane = b.lane
            """;

    private SendSql() {}
}
