package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.executor.ExecutorAvailability;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of {@code executors} of a configuration. It describes a granted tool, agent or operation, or defines a pipeline, a service or a
 * person to ask.
 *
 * @param name at most 128 characters
 * @param description null leaves it to the grant
 * @param capabilities labels for the choice, at most 32
 * @param availability null means that the grant decides
 * @param cost cost of one attempt, from 0 to 1,000,000,000 with at most 9 decimals; null means 0
 * @param effects effects outside of the run; null means that none are declared, which counts as {@code write}
 * @param idempotencyArgument argument of a tool or a service that takes the key of an effect: a repetition with the same key has no further
 *     effect; null if there is none
 * @param agent the agent of a pipeline
 * @param task the fixed task of a pipeline
 * @param tool the tool of a service
 * @param arguments the fixed arguments of a service; they replace those of an action
 * @param actors ids of the people who may answer; empty for the person of the request
 */
public record ConfiguredExecutor(
        ExecutorType type,
        String name,
        @Nullable String description,
        List<String> capabilities,
        @Nullable ExecutorAvailability availability,
        @Nullable BigDecimal cost,
        @Nullable List<SideEffect> effects,
        @Nullable String idempotencyArgument,
        @Nullable String agent,
        @Nullable String task,
        @Nullable String tool,
        ObjectNode arguments,
        List<String> actors) {
    private static final String MEMBER = "executors";
    private static final int MAX_EXECUTORS = 256;
    private static final BigDecimal MAX_COST = BigDecimal.valueOf(1_000_000_000);
    private static final int COST_DECIMALS = 9;
    private static final int MAX_NAME = 128;
    private static final int MAX_LABELS = 32;

    public ConfiguredExecutor {
        Fields.required(type, "type");
        Fields.text(name, MAX_NAME, "name");
        if (name.equals(ExecutorRequest.AUTO)) {
            throw new InvalidFieldException("name", "must not be " + ExecutorRequest.AUTO);
        }
        capabilities = Fields.list(capabilities, MAX_LABELS, "capabilities");
        if (cost != null && (cost.signum() < 0 || cost.compareTo(MAX_COST) > 0 || cost.scale() > COST_DECIMALS)) {
            throw new InvalidFieldException("cost", "must be from 0 to 1000000000, with at most 9 decimals");
        }
        effects = effects == null ? null : Fields.list(effects, "effects");
        onlyFor(type, ExecutorType.PIPELINE, agent, "agent");
        onlyFor(type, ExecutorType.PIPELINE, task, "task");
        onlyFor(type, ExecutorType.SERVICE, tool, "tool");
        if (type != ExecutorType.SERVICE && arguments != null && !arguments.isEmpty()) {
            throw new InvalidFieldException("arguments", "belongs to a service only");
        }
        arguments = Fields.object(arguments);
        if (idempotencyArgument != null) {
            Fields.text(idempotencyArgument, MAX_NAME, "idempotency_argument");
            if (type != ExecutorType.TOOL && type != ExecutorType.SERVICE) {
                throw new InvalidFieldException("idempotency_argument", "belongs to a tool or a service only");
            }
            if (arguments.has(idempotencyArgument)) {
                throw new InvalidFieldException("idempotency_argument", "must not be one of the fixed arguments");
            }
        }
        actors = Fields.list(actors, MAX_LABELS, "actors");
        if (type != ExecutorType.HUMAN && !actors.isEmpty()) {
            throw new InvalidFieldException("actors", "belongs to a human only");
        }
    }

    private static void onlyFor(ExecutorType type, ExecutorType owner, @Nullable String value, String field) {
        if (type == owner) {
            Fields.text(value, field);
        } else if (value != null) {
            throw new InvalidFieldException(field, "belongs to a " + owner.wire() + " only");
        }
    }

    /** The declared effects; null if there are none declared. */
    @Nullable
    ExecutorEffects declaredEffects() {
        if (effects == null && idempotencyArgument == null) {
            return null;
        }
        return new ExecutorEffects(
                effects == null ? ExecutorEffects.UNDECLARED.effects() : Set.copyOf(effects),
                idempotencyArgument != null);
    }

    /**
     * Reads the member {@code executors} of a configuration.
     *
     * @throws InvalidFieldException if it is no list of executors; the error names the element and its member
     */
    public static List<ConfiguredExecutor> read(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray() || value.size() > MAX_EXECUTORS) {
            throw new InvalidFieldException(MEMBER, "must be a list of at most " + MAX_EXECUTORS + " executors");
        }
        List<ConfiguredExecutor> executors = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode element : value) {
            String path = MEMBER + "[" + executors.size() + "]";
            ConfiguredExecutor executor = read(path, element);
            if (!names.add(executor.type().wire() + ":" + executor.name())) {
                throw new InvalidFieldException(path + ".name", "must be unique within its type");
            }
            executors.add(executor);
        }
        return List.copyOf(executors);
    }

    private static ConfiguredExecutor read(String path, JsonNode element) {
        ConfigMembers.check(path, element, ExecutorConfig.EXECUTOR_MEMBERS);
        try {
            return ProtocolCodec.decode(element, ConfiguredExecutor.class);
        } catch (UndecodableException wrong) {
            String field = wrong.field().isEmpty() ? path : path + "." + wrong.field();
            throw new InvalidFieldException(field, wrong.why());
        }
    }
}
