package dev.agenthost.walk.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Publishes records so that context-store always has some to apply. */
final class LoadRegulator implements AutoCloseable {

    /** The maximum of records that wait. */
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

    /** The number of applied or skipped records since the first start. Offsets begin at 0, and there is no other producer. */
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

    /** Stops the load; returns when no more records are sent. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
        if (broken != null) {
            throw new AssertionError("the load broke off", broken);
        }
    }
}
