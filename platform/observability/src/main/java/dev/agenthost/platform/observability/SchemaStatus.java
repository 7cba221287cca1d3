package dev.agenthost.platform.observability;

/** How the database's schema was last seen. */
public final class SchemaStatus {
    private volatile SchemaState state;

    public SchemaStatus(SchemaState first) {
        this.state = first;
    }

    public SchemaState state() {
        return state;
    }

    /** Said by the one that looks. */
    public void seen(SchemaState now) {
        state = now;
    }
}
