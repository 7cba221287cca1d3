package dev.agenthost.binding.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All bindings as they stood at one revision. Immutable; by workspace and then scope, so that finding some goes through none. */
public final class BindingSet {
    /** Before anything was loaded: older than every revision. */
    public static final BindingSet NOT_LOADED = new BindingSet(-1, Map.of());

    private final long revision;
    private final Map<String, Map<BindingScope, List<BindingCandidate>>> byWorkspace;

    private BindingSet(long revision, Map<String, Map<BindingScope, List<BindingCandidate>>> byWorkspace) {
        this.revision = revision;
        this.byWorkspace = byWorkspace;
    }

    /** Raised by each change of any binding or agent. */
    public long revision() {
        return revision;
    }

    public boolean isLoaded() {
        return revision >= 0;
    }

    /** What is bound exactly there, switched on or not, in the order of the ids. */
    public List<BindingCandidate> at(String workspaceId, BindingScope scope) {
        return byWorkspace.getOrDefault(workspaceId, Map.of()).getOrDefault(scope, List.of());
    }

    /** The set with the changed workspaces replaced; a set that is newer already stays as it is. */
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
