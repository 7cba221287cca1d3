package dev.agenthost.platform.observability;

import java.util.List;

/** How the schema in the database stands to the one that this build knows. */
public sealed interface SchemaState {
    /** Nobody has looked yet. */
    record Unseen() implements SchemaState {}

    /** It is as it should be. */
    record Current() implements SchemaState {}

    /** Migrations are missing: who migrates has not come yet, or failed. */
    record Behind(List<String> missing) implements SchemaState {
        public Behind {
            missing = List.copyOf(missing);
        }
    }

    /** A newer build has migrated it. */
    record Newer(List<String> unknown) implements SchemaState {
        public Newer {
            unknown = List.copyOf(unknown);
        }
    }

    /** The database does not answer. */
    record Away(String why) implements SchemaState {}
}
