package dev.agenthost.bench.soak;

/**
 * The growth of a table during a number of runs.
 *
 * @param before rows at the begin
 * @param after rows at the end, when no run was active
 * @param runs that ended meanwhile
 */
record Growth(String table, long before, long after, long runs) {
    /** The share of a row for each run above which a table counts as growing. */
    private static final double NOTICEABLE = 0.01;

    double perRun() {
        return runs == 0 ? 0 : (double) (after - before) / runs;
    }

    boolean grows() {
        return perRun() > NOTICEABLE;
    }

    /** Returns true if the table grows although no run may leave a row in it. */
    boolean isUnexpected() {
        return grows() && RowRetention.of(table) == RowRetention.NOTHING;
    }

    /** The retention of its new rows; empty if the table does not grow. */
    String retention() {
        return grows() ? RowRetention.of(table).words() : "";
    }
}
