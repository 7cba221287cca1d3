package dev.agenthost.actiongraph.action;

import dev.agenthost.actiongraph.condition.Loop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the conflicting writes of a graph. */
public final class WriteConflicts {
    private WriteConflicts() {}

    /** One conflict for each pair of actions, in the order of the declaration. The actions must have no cycle. */
    public static List<WriteConflict> of(List<Action> actions) {
        return of(actions, ActionDependencies.of(actions));
    }

    /**
     * One conflict for each pair of actions, in the order of the declaration.
     *
     * @param dependencies those of the actions, without a cycle
     */
    public static List<WriteConflict> of(List<Action> actions, Map<String, Set<String>> dependencies) {
        Map<String, Set<String>> ancestors = new HashMap<>();
        actions.forEach(action -> ancestors(action.id(), dependencies, ancestors));
        List<WriteConflict> conflicts = new ArrayList<>();
        for (int later = 1; later < actions.size(); later++) {
            Action second = actions.get(later);
            Set<String> names = Set.copyOf(second.resources().writes());
            for (Action first : actions.subList(0, later)) {
                if (ancestors.getOrDefault(first.id(), Set.of()).contains(second.id())
                        || ancestors.getOrDefault(second.id(), Set.of()).contains(first.id())) {
                    continue;
                }
                first.resources().writes().stream()
                        .filter(names::contains)
                        .findFirst()
                        .ifPresent(name -> conflicts.add(new WriteConflict(name, first.id(), second.id())));
            }
        }
        return List.copyOf(conflicts);
    }

    /** The resource that the iterations of an action would write at the same time; empty if they run one after the other, or write none. */
    public static Optional<String> ofIterations(Action action) {
        return action.loop() instanceof Loop.ForEach loop && loop.maxParallel() > 1
                ? action.resources().writes().stream().findFirst()
                : Optional.empty();
    }

    private static Set<String> ancestors(
            String id, Map<String, Set<String>> dependencies, Map<String, Set<String>> known) {
        Set<String> found = known.get(id);
        if (found != null) {
            return found;
        }
        Set<String> own = new HashSet<>();
        known.put(id, own);
        for (String dependency : dependencies.getOrDefault(id, Set.of())) {
            own.add(dependency);
            own.addAll(ancestors(dependency, dependencies, known));
        }
        return own;
    }
}
