package dev.agenthost.actiongraph.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.reference.LocatedReference;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceCheck;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the actions of one graph against each other: unique ids, dependencies, references, loops, cycles. */
public final class GraphCheck {
    private final Set<String> ids;
    private final ReferenceCheck references;
    private final ViolationCollector violations;

    private GraphCheck(Set<String> ids, ReferenceScope scope, ViolationCollector violations) {
        this.ids = ids;
        this.references = new ReferenceCheck(scope, ids, violations);
        this.violations = violations;
    }

    /** Adds an error for each breach of a graph of its own. */
    public static void check(
            JsonNode elements,
            String path,
            List<DeclaredAction> actions,
            ReferenceScope scope,
            ViolationCollector violations) {
        check(elements, path, actions, Set.of(), scope, violations);
    }

    /**
     * Adds an error for each breach.
     *
     * @param elements the elements as declared, those that were refused included: their ids exist
     * @param path the path of the elements
     * @param actions the actions that were read
     * @param existing ids of the actions of the run that these are added to
     */
    public static void check(
            JsonNode elements,
            String path,
            List<DeclaredAction> actions,
            Set<String> existing,
            ReferenceScope scope,
            ViolationCollector violations) {
        int errorsBefore = violations.errorCount();
        Set<String> ids = new LinkedHashSet<>(existing);
        for (int i = 0; i < elements.size(); i++) {
            String id = elements.get(i).path("id").asText("");
            if (!id.isEmpty() && !ids.add(id)) {
                violations.error(
                        path + "[" + i + "].id",
                        Rule.ID_DUPLICATE,
                        "repeats the id " + id
                                + "; ids are unique, also among the actions that are already in the graph");
            }
        }
        boolean isUnique = violations.errorCount() == errorsBefore;
        GraphCheck check = new GraphCheck(ids, scope, violations);
        actions.forEach(check::checkDependencies);
        actions.forEach(check::checkReferences);
        if (isUnique) {
            check.checkCycles(actions);
        }
    }

    private void checkDependencies(DeclaredAction declared) {
        List<String> dependencies = declared.action().dependsOn();
        for (int i = 0; i < dependencies.size(); i++) {
            String path = declared.path() + "." + declared.dependsMember() + "[" + i + "]";
            if (dependencies.get(i).equals(declared.action().id())) {
                violations.error(path, Rule.DEPENDENCY_SELF, "names the action itself");
            } else if (!ids.contains(dependencies.get(i))) {
                violations.error(
                        path, Rule.DEPENDENCY_UNKNOWN, "there is no action " + dependencies.get(i) + " in this graph");
            }
        }
    }

    private void checkReferences(DeclaredAction declared) {
        Action action = declared.action();
        for (LocatedReference located : declared.references()) {
            references.check(located);
            String path = located.path();
            switch (located.reference()) {
                case Reference.ActionResult result
                when result.actionId().equals(action.id()) && !path.equals(declared.path() + ".loop.until") ->
                    violations.error(
                            path, Rule.DEPENDENCY_SELF, "refers to the action itself; only loop.until may do so");
                case Reference.LoopItem item
                when !(action.loop() instanceof Loop.ForEach) ->
                    violations.error(path, Rule.REFERENCE_UNKNOWN, "needs loop.for_each in the same action");
                case Reference.LoopIndex index
                when action.loop() == null ->
                    violations.error(path, Rule.REFERENCE_UNKNOWN, "needs a loop in the same action");
                default -> {
                    if (isOutsideOfTheLoop(path, declared) && isLoopValue(located.reference())) {
                        violations.error(
                                path,
                                Rule.REFERENCE_UNKNOWN,
                                "has no value here: it is decided before the loop begins");
                    }
                }
            }
        }
    }

    private static boolean isOutsideOfTheLoop(String path, DeclaredAction declared) {
        return path.equals(declared.path() + ".condition") || path.equals(declared.path() + ".loop.for_each");
    }

    private static boolean isLoopValue(Reference reference) {
        return reference instanceof Reference.LoopItem || reference instanceof Reference.LoopIndex;
    }

    /** Removes what depends on nothing until only cycles, and what depends on them, are left; reports one cycle of each remainder. */
    private void checkCycles(List<DeclaredAction> actions) {
        Map<String, Set<String>> waiting = ActionDependencies.of(
                actions.stream().map(DeclaredAction::action).toList());
        while (removeFree(waiting)) {
            List<String> cycle = cycle(waiting);
            DeclaredAction first = actions.stream()
                    .filter(declared -> declared.action().id().equals(cycle.getFirst()))
                    .findFirst()
                    .orElseThrow();
            violations.error(
                    first.path() + "." + first.dependsMember(),
                    Rule.DEPENDENCY_CYCLE,
                    "is part of a cycle: " + String.join(" needs ", cycle) + "; remove one of these dependencies");
            waiting.keySet().removeAll(cycle);
        }
    }

    /** Returns true if actions are left. */
    private static boolean removeFree(Map<String, Set<String>> waiting) {
        boolean changed = true;
        while (changed) {
            waiting.values().forEach(dependencies -> dependencies.retainAll(waiting.keySet()));
            changed = waiting.values().removeIf(Set::isEmpty);
        }
        return !waiting.isEmpty();
    }

    /** Follows first dependencies until an action repeats; the first and the last element are equal. */
    private static List<String> cycle(Map<String, Set<String>> waiting) {
        Set<String> visited = new LinkedHashSet<>();
        String at = waiting.keySet().iterator().next();
        while (visited.add(at)) {
            at = waiting.getOrDefault(at, Set.of()).iterator().next();
        }
        List<String> cycle = new ArrayList<>(visited);
        cycle.subList(0, cycle.indexOf(at)).clear();
        cycle.add(at);
        return cycle;
    }
}
