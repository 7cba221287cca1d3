package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import dev.agenthost.protocol.json.WireName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
                check(executor.type(), executor.target(), executors, targetPath.formatted(i), violations);
            }
        }
    }

    /**
     * Checks the actions of a declaration that is refused for another reason, so that one correction can mend both.
     *
     * @param isCompact true for {@code calls} with {@code type} and {@code name}
     * @param errors those that were found before; a target with one is not checked again
     */
    static void checkRefused(
            JsonNode value,
            boolean isCompact,
            List<Violation> errors,
            ExecutorNames executors,
            String targetPath,
            ViolationCollector violations) {
        JsonNode actions = isCompact ? value.path("calls") : value.at("/payload/actions");
        Set<String> refused = errors.stream().map(Violation::path).collect(Collectors.toSet());
        for (int i = 0; actions.isArray() && i < actions.size(); i++) {
            String path = targetPath.formatted(i);
            JsonNode executor = isCompact ? actions.get(i) : actions.get(i).path("executor");
            String target = executor.path(isCompact ? "name" : "target").asText();
            Optional<ExecutorType> type =
                    WireName.find(ExecutorType.class, executor.path("type").asText());
            if (type.isPresent()
                    && !target.isEmpty()
                    && !target.equals(ExecutorRequest.AUTO)
                    && !refused.contains(path)) {
                check(type.get(), target, executors, path, violations);
            }
        }
    }

    private static void check(
            @Nullable ExecutorType type,
            String target,
            ExecutorNames executors,
            String path,
            ViolationCollector violations) {
        executors
                .known(type)
                .filter(known -> !known.contains(target))
                .ifPresent(known -> violations.error(
                        path,
                        Rule.EXECUTOR_UNKNOWN,
                        "there is no "
                                + (type == null ? "executor" : type.wire()) + " "
                                + target + (known.isEmpty() ? "" : "; there are " + listed(known))));
    }

    private static String listed(Set<String> names) {
        return String.join(", ", names.stream().sorted().limit(MAX_LISTED).toList());
    }
}
