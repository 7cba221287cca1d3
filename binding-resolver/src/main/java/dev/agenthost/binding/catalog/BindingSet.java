package dev.agenthost.binding.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All bindings at one revision. Immutable; indexed by workspace and scope, so a lookup iterates over none. */
public final class BindingSet {
    /** The set before the first load, older than every revision. */
    public static final BindingSet NOT_LOADED = new BindingSet(-1, Map.of());

    private final long revision;
    private final Map<String, Map<BindingScope, List<BindingCandidate>>> byWorkspace;

    private BindingSet(long revision, Map<String, Map<BindingScope, List<BindingCandidate>>> byWorkspace) {
        this.revision = revision;
        this.byWorkspace = byWorkspace;
    }

    /** Returns the revision, which each change of any binding or agent raises. */
    public long revision() {
        return revision;
    }

    public boolean isLoaded() {
        return revision >= 0;
    }

    /** Returns the bindings of exactly that scope, enabled or not, in the order of the ids. */
    public List<BindingCandidate> at(String workspaceId, BindingScope scope) {
        return byWorkspace.getOrDefault(workspaceId, Map.of()).getOrDefault(scope, List.of());
    }

    /** Returns the binding of that id, enabled or not; iterates over those of the workspace. */
    public Optional<BindingCandidate> find(String workspaceId, String bindingId) {
        return byWorkspace.getOrDefault(workspaceId, Map.of()).values().stream()
                .flatMap(List::stream)
                .filter(candidate -> candidate.binding().bindingId().equals(bindingId))
                .findFirst();
    }

    /** Returns the set with the changed workspaces replaced; this set if it is newer. */
    public BindingSet with(BindingChange change) {
        if (change.revision() <= revision) {
            return this;
        }
        Map<String, Map<BindingScope, List<BindingCandidate>>> next = new HashMap<>(byWorkspace);
        change.workspaces().forEach((workspace, candidates) -> next.put(workspace, byScope(candidates)));
        return new BindingSet(change.revision(), next);
    }

    private static Map<BindingScope, List<BindingCandidate>> byScope(Collection<BindingCandidate> candidates) {
        return candidates.stream()
                .sorted(Comparator.comparing(candidate -> candidate.binding().bindingId()))
                .collect(Collectors.groupingBy(
                        candidate -> candidate.binding().scope(), Collectors.toUnmodifiableList()));
    }
}
