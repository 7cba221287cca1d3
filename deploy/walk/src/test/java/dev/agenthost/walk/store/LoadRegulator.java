package dev.agenthost.walk.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Sees to it that there is always something to be applied. */
final class LoadRegulator implements AutoCloseable {

    /** Records that may wait. */
    private static final long MOST = 800;

    private static final long PAUSE_MILLIS = 10;

    private final LoadGenerator chatter;
    private final EventWriter pen;
    private final Connection database;
    private final Thread thread = Thread.ofPlatform().name("load").unstarted(this::run);
    private volatile boolean over;
    private volatile Throwable broken;

    LoadRegulator(LoadGenerator chatter, EventWriter pen, Connection database) {
        this.chatter = chatter;
        this.pen = pen;
        this.database = database;
        thread.start();
    }

    /** How many records were applied, or passed over, in all lives. Offsets begin at 0, and nobody else writes there. */
    static long applied(Connection database) throws SQLException {
        try (var statement = database.createStatement();
                var sum = statement.executeQuery("select coalesce(sum(next_offset), 0) from context.applied_offsets")) {
            sum.next();
            return sum.getLong(1);
        }
    }

    private void run() {
        try {
            while (!over) {
                if (pen.written() - applied(database) < MOST) {
                    chatter.say();
                } else {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
            pen.flush();
        } catch (SQLException | InterruptedException | RuntimeException why) {
            broken = why;
        }
    }

    /** Returns when nothing more comes. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
        if (broken != null) {
            throw new AssertionError("the load broke off", broken);
        }
    }
}
