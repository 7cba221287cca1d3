package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that a named tool or agent is one that the model was shown. Executors of other types are the runtime's to check. */
final class ExecutorCheck {
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
        Set<String> known = known(executor.type(), executors);
        if (known != null && !known.contains(executor.target())) {
            violations.error(
                    path,
                    Rule.EXECUTOR_UNKNOWN,
                    "there is no " + (executor.type() == ExecutorType.TOOL ? "tool " : "agent ") + executor.target()
                            + (known.isEmpty()
                                    ? ""
                                    : "; there are "
                                            + String.join(
                                                    ", ",
                                                    known.stream()
                                                            .sorted()
                                                            .limit(32)
                                                            .toList())));
        }
    }

    /** Null for the types that are not checked here. */
    private static @Nullable Set<String> known(@Nullable ExecutorType type, ExecutorNames executors) {
        return switch (type) {
            case TOOL -> executors.tools();
            case AGENT -> executors.agents();
            case RUNTIME, HUMAN, PIPELINE, SERVICE -> null;
            case null -> null;
        };
    }
}
