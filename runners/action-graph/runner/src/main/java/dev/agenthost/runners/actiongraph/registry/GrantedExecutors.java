package dev.agenthost.runners.actiongraph.registry;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.executor.ExecutorAvailability;
import dev.agenthost.actiongraph.executor.ExecutorRegistry;
import dev.agenthost.actiongraph.executor.RegisteredExecutor;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.result.ExecutorId;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The executors of one run: the grant states which there are, the configuration describes them and defines further ones.
 *
 * @param registry the executors for the choice and for the model
 * @param configured what the configuration states, by executor
 */
public record GrantedExecutors(ExecutorRegistry registry, Map<ExecutorId, ConfiguredExecutor> configured) {
    /** The name of the executor that asks the person of the request. */
    public static final String ASK_USER = "ask_user";

    private static final ExecutorEffects NO_EFFECTS = new ExecutorEffects(Set.of(), false);

    public GrantedExecutors {
        configured = Map.copyOf(configured);
    }

    /**
     * The rights of a run that executors need.
     *
     * @param agents ids of the agents that the run may give tasks to
     * @param asks true if the response to a question can be used
     */
    public record Rights(Set<String> agents, boolean asks) {
        public Rights {
            agents = Set.copyOf(agents);
        }
    }

    /**
     * Registers the executors.
     *
     * @param operations operations of the runtime and their descriptions
     */
    public static GrantedExecutors of(
            List<ToolDescription> tools,
            List<AgentDescription> agents,
            Map<String, String> operations,
            List<ConfiguredExecutor> configured,
            Rights rights) {
        Map<ExecutorId, ConfiguredExecutor> byId = configured.stream()
                .collect(Collectors.toMap(one -> new ExecutorId(one.type(), one.name()), one -> one));
        Map<ExecutorId, RegisteredExecutor> executors = new LinkedHashMap<>();
        tools.forEach(tool -> add(executors, byId, ExecutorType.TOOL, tool.name(), tool.description(), null, true));
        if (!rights.agents().isEmpty()) {
            agents.forEach(agent -> add(
                    executors,
                    byId,
                    ExecutorType.AGENT,
                    agent.id(),
                    agent.description(),
                    null,
                    rights.agents().contains(agent.id())));
        }
        operations.forEach((name, words) -> add(executors, byId, ExecutorType.RUNTIME, name, words, NO_EFFECTS, true));
        if (rights.asks()) {
            add(
                    executors,
                    byId,
                    ExecutorType.HUMAN,
                    ASK_USER,
                    "Asks the user for clarification, a choice or a decision. `input` has `question` and, if useful,"
                            + " `choices`, a list of texts, or `fields`, a form.",
                    NO_EFFECTS,
                    true);
        }
        byId.forEach((id, one) -> {
            if (!executors.containsKey(id)) {
                ExecutorEffects effects = id.type() == ExecutorType.HUMAN ? NO_EFFECTS : null;
                add(executors, byId, id.type(), id.name(), "", effects, isGranted(one, executors, rights));
            }
        });
        return new GrantedExecutors(new ExecutorRegistry(List.copyOf(executors.values())), byId);
    }

    /** Returns true if the grant has what a configured executor runs on. */
    private static boolean isGranted(
            ConfiguredExecutor one, Map<ExecutorId, RegisteredExecutor> executors, Rights rights) {
        return switch (one.type()) {
            case PIPELINE -> rights.agents().contains(Objects.requireNonNull(one.agent()));
            case SERVICE ->
                executors.containsKey(new ExecutorId(ExecutorType.TOOL, Objects.requireNonNull(one.tool())));
            case HUMAN -> rights.asks();
            case TOOL, AGENT, RUNTIME -> false;
        };
    }

    private static void add(
            Map<ExecutorId, RegisteredExecutor> executors,
            Map<ExecutorId, ConfiguredExecutor> configured,
            ExecutorType type,
            String name,
            String description,
            @Nullable ExecutorEffects effects,
            boolean isGranted) {
        ExecutorId id = new ExecutorId(type, name);
        Optional<ConfiguredExecutor> stated = Optional.ofNullable(configured.get(id));
        executors.put(
                id,
                new RegisteredExecutor(
                        name,
                        type,
                        stated.map(ConfiguredExecutor::description).orElse(description),
                        stated.map(one -> Set.copyOf(one.capabilities())).orElse(Set.of()),
                        isGranted
                                ? stated.map(ConfiguredExecutor::availability).orElse(ExecutorAvailability.AVAILABLE)
                                : ExecutorAvailability.UNAVAILABLE,
                        stated.map(ConfiguredExecutor::cost).orElse(BigDecimal.ZERO),
                        stated.map(ConfiguredExecutor::declaredEffects).orElse(effects)));
    }

    /** The configured tools, agents, operations, pipelines and services that the run does not have, in the order of their names. */
    public List<String> missing() {
        return configured.entrySet().stream()
                .filter(entry -> entry.getKey().type() != ExecutorType.HUMAN)
                .filter(entry -> entry.getValue().availability() != ExecutorAvailability.UNAVAILABLE)
                .filter(entry -> find(entry.getKey())
                        .filter(one -> one.availability() != ExecutorAvailability.UNAVAILABLE)
                        .isEmpty())
                .map(entry -> entry.getKey().toString())
                .sorted()
                .toList();
    }

    /** A registered executor. */
    public Optional<RegisteredExecutor> find(ExecutorId id) {
        return registry.executors().stream()
                .filter(one -> one.type() == id.type() && one.name().equals(id.name()))
                .findFirst();
    }

    /** The configuration of an executor that has one. */
    public Optional<ConfiguredExecutor> configuration(ExecutorId id) {
        return Optional.ofNullable(configured.get(id));
    }

    /** The names of the executors of a type. */
    public Set<String> names(ExecutorType type) {
        return registry.executors().stream()
                .filter(one -> one.type() == type)
                .map(RegisteredExecutor::name)
                .collect(Collectors.toUnmodifiableSet());
    }
}
