package dev.agenthost.local.postgres;

/** Where one database is, and how to enter it. */
public record DatabaseAddress(int port, String database, String user, String password) {
    /** {@code jdbc:postgresql://127.0.0.1:port/database}. */
    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl();
    }

    /** {@code postgresql://127.0.0.1:port/database}. */
    public String reactiveUrl() {
        return "postgresql://127.0.0.1:" + port + "/" + database;
    }
}
