package dev.agenthost.platform.observability;

import java.util.List;

/** The state of the database's schema, compared with the schema of this build. */
public sealed interface SchemaState {
    /** The schema was not read yet. */
    record Unseen() implements SchemaState {}

    /** The schema is that of this build. */
    record Current() implements SchemaState {}

    /** Migrations are missing: the migration has not run yet, or failed. */
    record Behind(List<String> missing) implements SchemaState {
        public Behind {
            missing = List.copyOf(missing);
        }
    }

    /** A newer build has migrated the schema. */
    record Newer(List<String> unknown) implements SchemaState {
        public Newer {
            unknown = List.copyOf(unknown);
        }
    }

    /** The database does not answer. */
    record Away(String why) implements SchemaState {}
}
