package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.executor.ExecutorRules;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;

/**
 * The part of a configuration that is about executors.
 *
 * @param agents agents that actions may be given to
 * @param executors descriptions and definitions
 * @param rules limits of the choice
 */
public record ExecutorConfig(List<AgentDescription> agents, List<ConfiguredExecutor> executors, ExecutorRules rules) {
    /** Names of the members of an object in {@code agents}. */
    public static final List<String> AGENT_MEMBERS = ConfigMembers.of(AgentDescription.class);
    /** Names of the members of an object in {@code executors}. */
    public static final List<String> EXECUTOR_MEMBERS = ConfigMembers.of(ConfiguredExecutor.class);
    /** Names of the members of {@code executor-rules}. */
    public static final List<String> RULE_MEMBERS = ConfigMembers.of(ChoiceRules.class);

    public ExecutorConfig {
        agents = List.copyOf(agents);
        executors = List.copyOf(executors);
    }

    /**
     * Reads the members {@code agents}, {@code executors} and {@code executor-rules}.
     *
     * @throws InvalidFieldException for the first member that is invalid
     */
    public static ExecutorConfig read(JsonNode config) {
        return new ExecutorConfig(
                AgentDescription.read(config.path("agents")),
                ConfiguredExecutor.read(config.path("executors")),
                ChoiceRules.read(config.path("executor-rules")));
    }
}
