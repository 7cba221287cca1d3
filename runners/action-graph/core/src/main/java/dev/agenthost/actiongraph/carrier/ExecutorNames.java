package dev.agenthost.actiongraph.carrier;

import dev.agenthost.actiongraph.action.ExecutorType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The executors that the model was shown.
 *
 * @param byType their names; those of an absent type are not checked before the graph runs
 */
public record ExecutorNames(Map<ExecutorType, Set<String>> byType) {
    public ExecutorNames {
        byType = Map.copyOf(byType);
    }

    /** Names of tools and agents only. */
    public static ExecutorNames of(Set<String> tools, Set<String> agents) {
        return new ExecutorNames(Map.of(ExecutorType.TOOL, tools, ExecutorType.AGENT, agents));
    }

    /** The names of a type, of all types for null; empty if they are not checked. */
    Optional<Set<String>> known(@Nullable ExecutorType type) {
        if (type != null) {
            return Optional.ofNullable(byType.get(type));
        }
        return byType.keySet().containsAll(Arrays.asList(ExecutorType.values()))
                ? Optional.of(byType.values().stream().flatMap(Set::stream).collect(Collectors.toSet()))
                : Optional.empty();
    }
}
