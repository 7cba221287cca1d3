package dev.agenthost.actiongraph.transcript;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.executor.ExecutorAvailability;
import dev.agenthost.actiongraph.executor.ExecutorRegistry;
import dev.agenthost.actiongraph.executor.RegisteredExecutor;
import dev.agenthost.actiongraph.result.PrettyJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executors as a model sees them (spec 001, Executor Registry).
 *
 * @param executors in the order in which they are shown
 */
public record CapabilityStatement(List<Executor> executors) {
    /**
     * One executor.
     *
     * @param name the target that an action names
     * @param type class
     * @param description one sentence
     * @param capabilities labels that an action can ask for
     * @param canExecute true for an agent that takes actions, false for what is unavailable; null where nothing is stated
     */
    public record Executor(
            String name,
            ExecutorType type,
            String description,
            List<String> capabilities,
            @Nullable Boolean canExecute) {
        public Executor {
            capabilities = List.copyOf(capabilities);
        }
    }

    public CapabilityStatement {
        executors = List.copyOf(executors);
    }

    /** The statement of a registry: agents state that they can execute, and what is unavailable states that it cannot. */
    public static CapabilityStatement of(ExecutorRegistry registry) {
        return new CapabilityStatement(registry.executors().stream()
                .map(executor -> new Executor(
                        executor.name(),
                        executor.type(),
                        executor.description(),
                        executor.capabilities().stream().sorted().toList(),
                        canExecute(executor)))
                .toList());
    }

    private static @Nullable Boolean canExecute(RegisteredExecutor executor) {
        if (executor.availability() == ExecutorAvailability.UNAVAILABLE) {
            return false;
        }
        return executor.type() == ExecutorType.AGENT ? true : null;
    }

    /** The section for a request. */
    public String text() {
        return "## Protocol capabilities\n\nAgent Protocol version 1. Executors:\n\n"
                + QuotedText.fenced("json", PrettyJson.pretty(json()));
    }

    /** The registry as the specification shows it. */
    public ObjectNode json() {
        ObjectNode registry = JsonNodeFactory.instance.objectNode();
        ArrayNode list = registry.putArray("executors");
        executors.forEach(executor -> {
            ObjectNode shown = list.addObject();
            shown.put("name", executor.name());
            shown.put("type", executor.type().wire());
            shown.put("description", executor.description());
            executor.capabilities().forEach(shown.withArray("capabilities")::add);
            if (executor.canExecute() != null) {
                shown.put("can_execute", executor.canExecute());
            }
        });
        return registry;
    }
}
