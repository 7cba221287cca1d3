package dev.agenthost.platform.postgres;

import java.time.Duration;

/**
 * A table whose rows have a limited life.
 *
 * @param name with its schema
 * @param time the column that the age counts from; an index begins with it, or every round reads the whole table
 * @param term the age at which a row is deleted
 * @param condition what must be true of such a row besides, in SQL, where {@code t} is the row
 */
public record ExpiringTable(String name, String time, Duration term, String condition) {
    /** A table of which only the age counts. */
    public ExpiringTable(String name, String time, Duration term) {
        this(name, time, term, "true");
    }

    /**
     * Returns the statement that deletes the oldest overdue rows. It deletes none while another transaction runs it, and waits
     * for no row that another transaction has locked.
     *
     * <p>Parameters: the time before which there is nothing left to delete, the term in seconds, the number of rows.
     */
    String deletion() {
        return """
                WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended('expiry of %1$s', 0)) AS mine),
                overdue AS MATERIALIZED (
                    SELECT t.ctid AS tid FROM %1$s t
                    WHERE (SELECT mine FROM turn) AND t.%2$s >= $1 AND t.%2$s < now() - make_interval(secs => $2) AND (%3$s)
                    ORDER BY t.%2$s LIMIT $3 FOR UPDATE OF t SKIP LOCKED),
                deleted AS (
                    DELETE FROM %1$s d WHERE d.ctid = ANY (ARRAY(SELECT o.tid FROM overdue o)) RETURNING d.%2$s AS aged_from)
                SELECT count(*)::integer AS deleted, max(d.aged_from) AS newest FROM deleted d
                """.formatted(name, time, condition);
    }
}
