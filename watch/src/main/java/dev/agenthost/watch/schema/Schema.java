package dev.agenthost.watch.schema;

/** How the database's schema was last seen. */
public final class Schema {
    private volatile SchemaState state;

    public Schema(SchemaState first) {
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
