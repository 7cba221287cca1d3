package dev.agenthost.local.postgres;

import java.util.Map;

/** How much memory the PostgreSQL of a box takes for pages, and how much it writes between two checkpoints. */
public enum PostgresMemory {
    /** For tests, which start many. */
    LITTLE("32MB", "1GB"),
    /** For a box that somebody tries. */
    SMALL("64MB", "1GB"),
    /** For millions of messages: less than that, and what is asked for and written to is fetched from the system and given back over and over. */
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
