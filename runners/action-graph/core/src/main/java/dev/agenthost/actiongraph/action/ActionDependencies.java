package dev.agenthost.actiongraph.action;

import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.reference.InputReferences;
import dev.agenthost.actiongraph.reference.LocatedReference;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The dependencies of actions: the declared ones, and the actions that a reference, condition or loop names. */
public final class ActionDependencies {
    private ActionDependencies() {}

    /** Dependencies of each action, in the order of the declaration; only ids that are in the graph, and never its own. */
    public static Map<String, Set<String>> of(List<Action> actions) {
        Set<String> ids = actions.stream().map(Action::id).collect(Collectors.toSet());
        Map<String, Set<String>> dependencies = new LinkedHashMap<>();
        for (Action action : actions) {
            Set<String> own = new LinkedHashSet<>(action.dependsOn());
            locate(action, "", "input", new ViolationCollector()).stream()
                    .map(located -> producer(located.reference()))
                    .forEach(own::add);
            own.retainAll(ids);
            own.remove(action.id());
            dependencies.put(action.id(), own);
        }
        return dependencies;
    }

    /** All references of an action with their places below {@code path}; {@code inputMember} is {@code input} or {@code args}. */
    static List<LocatedReference> locate(
            Action action, String path, String inputMember, ViolationCollector violations) {
        List<LocatedReference> found = new ArrayList<>();
        ActionInput input = action.input();
        if (input.value() != null) {
            found.addAll(InputReferences.locate(input.value(), path + "." + inputMember, violations));
        }
        for (int i = 0; i < input.context().size(); i++) {
            found.add(new LocatedReference(
                    path + ".context_refs[" + i + "]", input.context().get(i)));
        }
        if (input.prompt() != null) {
            found.add(new LocatedReference(path + ".prompt_ref", input.prompt()));
        }
        if (action.condition() != null) {
            locate(action.condition(), path + ".condition", found);
        }
        if (action.loop() instanceof Loop.ForEach loop) {
            found.add(new LocatedReference(path + ".loop.for_each", loop.list()));
        }
        if (action.loop() instanceof Loop.Until loop) {
            locate(loop.condition(), path + ".loop.until", found);
        }
        return found;
    }

    private static void locate(Condition condition, String path, List<LocatedReference> found) {
        condition.references().forEach(reference -> found.add(new LocatedReference(path, reference)));
    }

    /** The id of the action that produces the value; empty if no action does. */
    private static String producer(Reference reference) {
        return switch (reference) {
            case Reference.ActionResult result -> result.actionId();
            case Reference.NamedArtifact artifact -> artifact.name();
            case Reference.Section section -> "";
            case Reference.RequestInput input -> "";
            case Reference.StoredArtifact artifact -> "";
            case Reference.RuntimeRecord record -> "";
            case Reference.LoopItem item -> "";
            case Reference.LoopIndex index -> "";
        };
    }
}
