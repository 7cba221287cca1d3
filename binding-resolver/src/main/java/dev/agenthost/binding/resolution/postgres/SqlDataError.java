package dev.agenthost.binding.resolution.postgres;

import io.vertx.pgclient.PgException;

/** Distinguishes data that PostgreSQL refuses for ever from transient failures. */
final class SqlDataError {
    private SqlDataError() {}

    /** Checks SQLSTATE: 22 data, 23 integrity, 54 limits (a key too long for its index). */
    static boolean isOfData(Throwable failure) {
        return failure instanceof PgException refused
                && refused.getSqlState() != null
                && (refused.getSqlState().startsWith("22")
                        || refused.getSqlState().startsWith("23")
                        || refused.getSqlState().startsWith("54"));
    }

    /** Omits the values of the row. */
    static String why(Throwable failure) {
        return "PostgreSQL refuses it (SQLSTATE " + ((PgException) failure).getSqlState() + ")";
    }
}
