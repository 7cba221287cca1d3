package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/** Where bindings are kept for all replicas. */
public interface BindingChangeRepository {
    /** All that changed after that revision, seen at one moment. Cheap where nothing did. */
    Uni<BindingChange> changedSince(long revision);
}
