package dev.agenthost.binding.catalog.postgres;

import io.smallrye.mutiny.Uni;

/** One thing as it is stored; never leaves the folders of PostgreSQL. */
public interface DocumentRow<T> {
    int version();

    T value();

    /** Holds this from now on. */
    void take(T value);

    Uni<Void> delete();
}
