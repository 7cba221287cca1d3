package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.declaration.PayloadType;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.result.PrettyJson;
import java.util.Map;

/**
 * Writes declarations of other carriers as a block. A transcript shows what the model has declared, and not the arguments of a provider's
 * call (spec 001, request transcript).
 */
final class DeclarationText {
    private DeclarationText() {}

    /**
     * A declaration of the full grammar, with the Markdown sections beside it.
     *
     * @param sections texts by the ids of their headings
     */
    static String of(JsonNode declaration, Map<String, String> sections) {
        StringBuilder text = new StringBuilder(block(declaration));
        sections.forEach((id, section) ->
                text.append("\n\n## ").append(id).append("\n\n").append(section.strip()));
        return text.toString();
    }

    /** Returns true if the id, the executor, the input and the dependencies of each call are the whole compact declaration. */
    static boolean isComplete(Declaration compact) {
        return graph(compact).actions().stream()
                .allMatch(action -> action.description().title() == null
                        && action.policies().equals(ActionPolicies.STANDARD));
    }

    /** A declaration of the compact carrier, as its mapping to the full grammar. */
    static String of(Declaration compact) {
        ObjectNode declaration = JsonNodeFactory.instance.objectNode();
        declaration.put("type", Envelope.TYPE).put("version", Envelope.VERSION).put("intent", Intent.EXECUTE.wire());
        ObjectNode payload = declaration.putObject("payload").put("type", PayloadType.ACTION_GRAPH.wire());
        graph(compact).actions().forEach(action -> payload.withArray("actions").add(action(action)));
        return block(declaration);
    }

    private static ActionGraph graph(Declaration compact) {
        return (ActionGraph) compact.payload();
    }

    private static ObjectNode action(Action action) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", "action").put("id", action.id());
        if (action.description().title() != null) {
            json.put("title", action.description().title());
        }
        ExecutorRequest executor = action.executor();
        if (executor != null && executor.type() != null) {
            json.putObject("executor").put("type", executor.type().wire()).put("target", executor.target());
        }
        if (action.input().value() != null) {
            json.set("args", action.input().value());
        }
        action.dependsOn().forEach(json.withArray("depends_on")::add);
        if (action.dependsOn().isEmpty()) {
            json.remove("depends_on");
        }
        ReturnToModel part = action.policies().result().returnToModel();
        if (part != ReturnToModel.SUMMARY) {
            json.putObject("result_policy").put("return_to_model", part.wire());
        }
        return json;
    }

    private static String block(JsonNode declaration) {
        return "```json agent-protocol\n" + PrettyJson.pretty(declaration) + "\n```";
    }
}
