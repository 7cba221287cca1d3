package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.reference.ResolvedInput;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.protocol.event.InteractionSubmission;
import java.util.Optional;
import java.util.Set;

/** The identity of a question that is an action, and its response as the output of that action. */
public final class HumanQuestion {
    private static final String PREFIX = "ask.";
    private static final String CHOICE = "choice_";

    private HumanQuestion() {}

    /** The id is a part of a path, and has dots in the place of slashes. */
    static String id(AttemptName name) {
        return PREFIX + name.toString().replace('/', '.');
    }

    /** The attempt that a response answers; empty if the response is none to such a question. */
    public static Optional<AttemptName> answeredBy(InteractionSubmission response) {
        String id = response.interactionId();
        return id.startsWith(PREFIX)
                ? AttemptName.parse(id.substring(PREFIX.length()).replace('.', '/'))
                : Optional.empty();
    }

    /**
     * Records the response of a person as the output of the action that asked.
     *
     * @return the input of the graph; empty if the action does not wait for it
     */
    public static Optional<GraphInput> answer(GraphRun graph, AttemptId id, InteractionSubmission response) {
        if (!graph.open().waiting(Set.of(SuspensionReason.PERSON)).containsKey(id)) {
            return Optional.empty();
        }
        ActionOutput output = ActionOutput.inline(output(response, input(graph, id)));
        graph.add(new AttemptEnd(
                id.actionId(),
                id.iteration(),
                graph.choice(id.actionId()).executor(),
                output.value(),
                null,
                output.bytes(),
                null,
                0));
        return Optional.of(new GraphInput.Completed(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE));
    }

    /** The resolved input of the action. */
    private static JsonNode input(GraphRun graph, AttemptId id) {
        JsonNode declared = graph.action(id.actionId()).input().value();
        if (declared == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        return graph.resolver(id.actionId(), id.iteration()).resolve(declared) instanceof ResolvedInput.Resolved found
                ? found.value()
                : declared;
    }

    /**
     * The output of the action: {@code choice}, the label of a button; {@code answer}, a free text; {@code values}, a form.
     *
     * @param input the resolved input of the action
     */
    static JsonNode output(InteractionSubmission response, JsonNode input) {
        ObjectNode output = JsonNodeFactory.instance.objectNode();
        String button = response.actionId();
        if (button != null && button.startsWith(CHOICE)) {
            JsonNode label = input.path("choices").path(number(button) - 1);
            output.set("choice", label.isMissingNode() ? JsonNodeFactory.instance.textNode(button) : label);
        }
        if (response.values().has("answer") && !input.path("fields").isArray()) {
            output.set("answer", response.values().get("answer"));
        } else if (!response.values().isEmpty()) {
            output.set("values", response.values());
        }
        return output;
    }

    private static int number(String button) {
        try {
            return Integer.parseInt(button.substring(CHOICE.length()));
        } catch (NumberFormatException other) {
            return 0;
        }
    }
}
