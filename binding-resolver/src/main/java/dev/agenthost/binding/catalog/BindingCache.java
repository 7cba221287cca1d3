package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/**
 * The bindings, held in memory. What was written before an event came is what the event is resolved with: either they are brought up
 * to date before, or what came out is kept only if they were still these. Questions may be under way at once and end in any order:
 * revisions are given out in the order of commits, so a newer set holds all of an older one, and the older is dropped.
 */
public final class BindingCache {
    private final BindingChangeRepository source;
    private volatile BindingSet current = BindingSet.NOT_LOADED;

    public BindingCache(BindingChangeRepository source) {
        this.source = source;
    }

    /** As of the last query; {@link BindingSet#NOT_LOADED} at first. */
    public BindingSet last() {
        return current;
    }

    /** False until the first load. */
    public boolean areLoaded() {
        return current.isLoaded();
    }

    /** All that was committed before this was asked; reads only what changed. Fails if the source does. */
    public Uni<BindingSet> upToDate() {
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
