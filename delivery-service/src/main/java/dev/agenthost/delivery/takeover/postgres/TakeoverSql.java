package dev.agenthost.delivery.takeover.postgres;

/** The statements of {@link PostgresTakeoverRepository}, in the order in which a start executes them. */
final class TakeoverSql {
    private static final String OF_CONVERSATION = "md5(conversation_key) = md5($1) AND conversation_key = $1";
    private static final String IS_ACTIVE = "ended_at IS NULL AND until > clock_timestamp()";

    /** Returns no row if another operator has the conversation. One of several starts at once inserts or updates the row, and the others wait for it. */
    static final String START = """
            INSERT INTO delivery.takeovers AS t (conversation_key, workspace_id, bot_id, conversation_id, thread_id, surface, lanes,
                operator_key, operator, begun_at, until)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp(), $10)
            ON CONFLICT (md5(conversation_key)) DO UPDATE SET surface = excluded.surface, lanes = excluded.lanes,
                operator_key = excluded.operator_key, operator = excluded.operator, until = excluded.until, ended_at = NULL,
                begun_at = CASE WHEN t.ended_at IS NULL AND t.until > clock_timestamp() THEN t.begun_at ELSE excluded.begun_at END
            WHERE t.operator_key = excluded.operator_key OR t.ended_at IS NOT NULL OR t.until <= clock_timestamp()
            RETURNING t.*
            """;

    /** Waits for claims and new sends of the lane that are not committed yet. */
    static final String HOLD_LANE = """
            INSERT INTO delivery.lanes (lane, endpoint, open, next_at, held_until) VALUES ($1, $2, 0, now(), $3)
            ON CONFLICT (lane) DO UPDATE SET held_until = excluded.held_until, updated_at = now()
            """;

    /** Waits for the record of a call that begins, and stops all later ones: the record locks the same row. */
    static final String WITHHOLD_SENDS = """
            UPDATE delivery.sends SET withheld = true
            WHERE lane = ANY ($1) AND status IN ('pending', 'claimed') AND operator IS NULL AND NOT withheld
            """;

    /** A lane that waits with a repetition goes on at once; one whose send is claimed goes on when the claim ends. */
    static final String WAKE_LANES = """
            UPDATE delivery.lanes AS l SET next_at = now()
            WHERE l.lane = ANY ($1) AND l.open > 0 AND NOT EXISTS (
                SELECT FROM delivery.sends AS s WHERE s.lane = l.lane AND s.status = 'claimed')
            """;

    /** A surface outside of {@code $2} records no single calls: a claimed send may be called. */
    static final String CALLS_UNDER_WAY = """
            SELECT count(*)::int AS calls FROM delivery.takeovers AS t
            JOIN delivery.sends AS s ON s.lane = ANY (t.lanes) AND s.status = 'claimed'
            WHERE md5(t.conversation_key) = md5($1) AND t.conversation_key = $1
                AND s.operator IS NULL AND (s.call_begun OR s.surface <> ALL ($2))
            """;

    static final String FIND = "SELECT * FROM delivery.takeovers WHERE " + OF_CONVERSATION;

    static final String ACTIVE =
            "SELECT * FROM delivery.takeovers WHERE workspace_id = $1 AND conversation_key > $2 AND " + IS_ACTIVE
                    + " ORDER BY conversation_key LIMIT $3";

    static final String ACTIVE_KEYS = "SELECT conversation_key FROM delivery.takeovers WHERE " + IS_ACTIVE;

    static final String END = "UPDATE delivery.takeovers SET ended_at = clock_timestamp() WHERE " + OF_CONVERSATION
            + " AND " + IS_ACTIVE + " RETURNING *";

    /** Sends that were made until now stay withheld. */
    static final String RELEASE_LANES =
            "UPDATE delivery.lanes SET held_until = clock_timestamp() WHERE lane = ANY ($1)";

    static final String EXPIRE = """
            UPDATE delivery.takeovers AS t SET ended_at = t.until FROM (
                SELECT o.conversation_key FROM delivery.takeovers AS o WHERE o.ended_at IS NULL AND o.until <= clock_timestamp()
                ORDER BY o.until LIMIT 100 FOR UPDATE SKIP LOCKED) AS overdue
            WHERE md5(t.conversation_key) = md5(overdue.conversation_key) AND t.conversation_key = overdue.conversation_key
            RETURNING t.*
            """;

    private TakeoverSql() {}
}
