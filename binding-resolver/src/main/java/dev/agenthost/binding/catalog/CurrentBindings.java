package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/**
 * The bindings as this replica knows them. Refreshes may run at once and end in any order: revisions are given out in the order of
 * commits, so a newer set holds all of an older one, and the older is dropped.
 */
public final class CurrentBindings {
    private final BindingSource source;
    private volatile BindingSet current = BindingSet.NOT_LOADED;

    public CurrentBindings(BindingSource source) {
        this.source = source;
    }

    /** What is known now; waits only for the first load. Fails if that does. */
    public Uni<BindingSet> loaded() {
        BindingSet known = current;
        return known.isLoaded() ? Uni.createFrom().item(known) : refresh();
    }

    /** False until the first load. */
    public boolean areLoaded() {
        return current.isLoaded();
    }

    /** Takes over what changed. */
    public Uni<BindingSet> refresh() {
        return Uni.createFrom()
                .deferred(() -> source.changedSince(current.revision()))
                .map(this::take);
    }

    private synchronized BindingSet take(BindingChange change) {
        BindingSet next = current.with(change);
        current = next;
        return next;
    }
}
