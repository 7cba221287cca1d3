package dev.agenthost.actiongraph.action;

import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.reference.InputReferences;
import dev.agenthost.actiongraph.reference.LocatedReference;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.ArrayList;
import java.util.List;

/** The references whose values an executor receives: those of its input and of its context. A condition passes no value on. */
public final class PassedReferences {
    private PassedReferences() {}

    /** The references, in the order of input and context. An element of a list is a part of that list. */
    public static List<Reference> of(Action action) {
        ActionInput input = action.input();
        List<Reference> passed = new ArrayList<>();
        if (input.value() != null) {
            InputReferences.locate(input.value(), "input", new ViolationCollector()).stream()
                    .map(LocatedReference::reference)
                    .forEach(passed::add);
        }
        passed.addAll(input.context());
        if (action.loop() instanceof Loop.ForEach loop
                && passed.stream().anyMatch(Reference.LoopItem.class::isInstance)) {
            passed.add(loop.list());
        }
        return List.copyOf(passed);
    }
}
