package dev.agenthost.bench.soak;

/**
 * What became of a table while runs went through.
 *
 * @param before rows at the begin
 * @param after rows at the end, when nothing was under way any more
 * @param runs that went through meanwhile
 */
record Growth(String table, long before, long after, long runs) {
    /** Above which share of a row for each run a table counts as growing. */
    private static final double NOTICEABLE = 0.01;

    double perRun() {
        return runs == 0 ? 0 : (double) (after - before) / runs;
    }

    boolean grows() {
        return perRun() > NOTICEABLE;
    }

    /** Whether it grows where no run is to leave anything. */
    boolean isUnexpected() {
        return grows() && RowRetention.of(table) == RowRetention.NOTHING;
    }

    /** How long its new rows stay; empty where there are none to speak of. */
    String kept() {
        return grows() ? RowRetention.of(table).words() : "";
    }
}
