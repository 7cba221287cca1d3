package dev.agenthost.platform.observability;

/** The latest known state of the database's schema. */
public final class SchemaStatus {
    private volatile SchemaState state;

    public SchemaStatus(SchemaState first) {
        this.state = first;
    }

    public SchemaState state() {
        return state;
    }

    /** Stores the state; called by the probe. */
    public void update(SchemaState now) {
        state = now;
    }
}
