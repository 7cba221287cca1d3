package dev.agenthost.testkit.postgres;

/** The address and credentials of one database. */
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
