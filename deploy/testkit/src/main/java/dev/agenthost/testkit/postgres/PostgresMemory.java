package dev.agenthost.testkit.postgres;

import java.util.Map;

/** The memory of a box's PostgreSQL for pages, and its volume of log between two checkpoints. */
public enum PostgresMemory {
    /** For tests, which start many. */
    LITTLE("32MB", "1GB"),
    /** For a box on trial. */
    SMALL("64MB", "1GB"),
    /** For millions of messages: with less, PostgreSQL reads and evicts the pages in use over and over. */
    LARGE("2GB", "4GB");

    private final String pages;
    private final String log;

    PostgresMemory(String pages, String log) {
        this.pages = pages;
        this.log = log;
    }

    /** Settings of {@code postgresql.conf}. */
    Map<String, String> settings() {
        return Map.of("shared_buffers", pages, "max_wal_size", log);
    }
}
