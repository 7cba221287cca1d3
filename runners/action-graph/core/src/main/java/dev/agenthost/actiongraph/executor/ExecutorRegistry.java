package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.action.ExecutorType;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The executors of a runtime.
 *
 * @param executors ordered by type and name
 */
public record ExecutorRegistry(List<RegisteredExecutor> executors) {
    private record Key(ExecutorType type, String name) {}

    public ExecutorRegistry {
        executors = executors.stream()
                .sorted(Comparator.comparing(RegisteredExecutor::type).thenComparing(RegisteredExecutor::name))
                .toList();
        Set<Key> known = new HashSet<>();
        for (RegisteredExecutor executor : executors) {
            if (!known.add(new Key(executor.type(), executor.name()))) {
                throw new IllegalArgumentException(
                        "The " + executor.type().wire() + " " + executor.name() + " is registered twice");
            }
        }
    }
}
