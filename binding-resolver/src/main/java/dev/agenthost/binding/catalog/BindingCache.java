package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/**
 * Holds the bindings in memory. An event is resolved with the bindings that were committed before it arrived: the cache is refreshed
 * before the resolution, or the resolution is stored only if the revision of the bindings has not changed. Concurrent loads may end in
 * any order: revisions follow the order of commits, so a newer set includes an older one, and the older set is dropped.
 */
public final class BindingCache {
    private final BindingChangeRepository source;
    private volatile BindingSet current = BindingSet.NOT_LOADED;

    public BindingCache(BindingChangeRepository source) {
        this.source = source;
    }

    /** The last loaded set; at first {@link BindingSet#NOT_LOADED}. */
    public BindingSet last() {
        return current;
    }

    /** Returns false until loaded. */
    public boolean areLoaded() {
        return current.isLoaded();
    }

    /** Returns all bindings committed before the call; reads only changes. Fails if the source fails. */
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
