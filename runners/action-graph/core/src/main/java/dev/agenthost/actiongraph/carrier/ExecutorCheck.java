package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.Set;

/** Checks that a named executor is one that the model was shown. */
final class ExecutorCheck {
    private static final int MAX_LISTED = 32;

    private ExecutorCheck() {}

    /** @param targetPath a format with the number of the action */
    static void check(
            Declaration declaration, ExecutorNames executors, String targetPath, ViolationCollector violations) {
        if (!(declaration.payload() instanceof ActionGraph graph)) {
            return;
        }
        List<Action> actions = graph.actions();
        for (int i = 0; i < actions.size(); i++) {
            ExecutorRequest executor = actions.get(i).executor();
            if (executor != null && !executor.isAuto()) {
                check(executor, executors, targetPath.formatted(i), violations);
            }
        }
    }

    private static void check(
            ExecutorRequest executor, ExecutorNames executors, String path, ViolationCollector violations) {
        executors
                .known(executor.type())
                .filter(known -> !known.contains(executor.target()))
                .ifPresent(known -> violations.error(
                        path,
                        Rule.EXECUTOR_UNKNOWN,
                        "there is no "
                                + (executor.type() == null
                                        ? "executor"
                                        : executor.type().wire()) + " "
                                + executor.target() + (known.isEmpty() ? "" : "; there are " + listed(known))));
    }

    private static String listed(Set<String> names) {
        return String.join(", ", names.stream().sorted().limit(MAX_LISTED).toList());
    }
}
