package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/** Reads the changes of bindings, for the caches of all replicas. */
public interface BindingChangeRepository {
    /** Returns all changes after that revision, of one snapshot. Cheap if there are none. */
    Uni<BindingChange> changedSince(long revision);
}
