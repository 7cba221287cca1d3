package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.reference.InputReferences;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.reference.ResolvedInput;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A call as it would be made now, for the approval of a person.
 *
 * @param executor the chosen executor
 * @param effects the effects that the registry states, in their order
 * @param claimed the further effects that the action declares, in their order
 * @param visible the resolved input without the values that users may not read
 * @param task the task of an agent or a person, expanded; empty for another executor
 * @param context the references to background, as they were declared
 * @param digest digest of the whole call, with the values that users may not read
 */
public record PlannedCall(
        ExecutorId executor,
        List<SideEffect> effects,
        List<SideEffect> claimed,
        JsonNode visible,
        String task,
        List<String> context,
        String digest) {
    private static final int DIGITS = 32;
    private static final JsonNode WITHHELD = JsonNodeFactory.instance.textNode("(not shown: not visible to users)");
    private static final JsonNode FIXED = JsonNodeFactory.instance.textNode("(set by the configuration)");
    private static final JsonNode KEY = JsonNodeFactory.instance.textNode("(key of the action, set by the runtime)");
    private static final JsonNode ABSENT = JsonNodeFactory.instance.textNode("(no value)");

    public PlannedCall {
        effects = List.copyOf(effects);
        claimed = List.copyOf(claimed);
        context = List.copyOf(context);
    }

    /** The same call, in which a person reads that the configuration sets these arguments, whatever the action says. */
    PlannedCall withFixed(ObjectNode arguments) {
        if (arguments.isEmpty() || !(visible instanceof ObjectNode declared)) {
            return this;
        }
        ObjectNode shown = declared.deepCopy();
        arguments.fieldNames().forEachRemaining(name -> shown.set(name, FIXED));
        return new PlannedCall(executor, effects, claimed, shown, task, context, digest);
    }

    /** The same call, in which a person reads that the runtime sets the argument of the idempotency key. */
    PlannedCall withKey(String argument) {
        return visible instanceof ObjectNode declared
                ? new PlannedCall(
                        executor, effects, claimed, declared.deepCopy().set(argument, KEY), task, context, digest)
                : this;
    }

    /** The call of one iteration in a state; empty if the action has no executor. */
    static Optional<PlannedCall> of(GraphRun graph, GraphState state, String actionId, int iteration) {
        return Optional.ofNullable(graph.choice(actionId).executor())
                .map(executor ->
                        of(graph, graph.action(actionId), executor, graph.resolver(state, actionId, iteration)));
    }

    private static PlannedCall of(GraphRun graph, Action action, ExecutorId executor, ReferenceResolver resolver) {
        List<SideEffect> effects =
                graph.authority(action.id()).stream().sorted().toList();
        List<SideEffect> claimed = action.policies().sideEffects().stream()
                .filter(effect -> !effects.contains(effect))
                .sorted()
                .toList();
        JsonNode declared = Objects.requireNonNullElse(action.input().value(), JsonNodeFactory.instance.objectNode());
        JsonNode input = resolver.resolve(declared) instanceof ResolvedInput.Resolved found ? found.value() : declared;
        JsonNode visible = Objects.requireNonNull(InputReferences.replace(
                declared,
                reference -> graph.visibility().includes(action, reference, DataAudience.USER)
                        ? resolver.find(reference).orElse(ABSENT)
                        : WITHHELD));
        boolean hasTask = executor.type() == ExecutorType.AGENT || executor.type() == ExecutorType.HUMAN;
        String task = hasTask ? AgentTask.prompt(action, resolver).orElse("") : "";
        ArrayNode whole = JsonNodeFactory.instance.arrayNode();
        whole.add(executor.toString()).add(effects.toString()).add(input).add(task);
        action.input()
                .context()
                .forEach(reference -> whole.add(resolver.find(reference).orElse(ABSENT)));
        return new PlannedCall(
                executor,
                effects,
                claimed,
                visible,
                task,
                action.input().context().stream().map(Reference::toString).toList(),
                digest(whole));
    }

    /** A store may change the order of members. */
    private static String digest(JsonNode whole) {
        try {
            String sorted = ProtocolCodec.mapper()
                    .writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .writeValueAsString(ProtocolCodec.mapper().convertValue(whole, Object.class));
            return Sha256.hex(sorted.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
        } catch (JsonProcessingException why) {
            throw new IllegalStateException(why);
        }
    }
}
