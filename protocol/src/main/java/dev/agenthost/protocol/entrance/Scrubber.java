package dev.agenthost.protocol.entrance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.function.Predicate;

/** Takes out of free objects what must not travel. Gives copies; what came in stays as it was. */
final class Scrubber {

    /**
     * What an entrance may not push into a run (spec 000 §12): instructions, what was said before, what was looked up, tools and
     * rights. Runners ask the host for them.
     */
    private static final Set<String> NOT_FOR_EXTRA = Set.of(
            "prompt",
            "prompts",
            "system_prompt",
            "instructions",
            "messages",
            "history",
            "history_window",
            "transcript",
            "bootstrap",
            "rag",
            "rag_results",
            "retrieval",
            "retrieval_results",
            "knowledge",
            "knowledge_bases",
            "tools",
            "tool_schema",
            "tool_schemas",
            "functions",
            "function_schemas",
            "mcp_servers",
            "resources",
            "permissions");

    private Scrubber() {}

    /** The object without members that look like secrets, at every depth. */
    static ObjectNode withoutSecrets(ObjectNode object) {
        return (ObjectNode) without(object, SecretNames::looksSecret);
    }

    /** As {@link #withoutSecrets}, for a value of any kind. */
    static JsonNode withoutSecrets(JsonNode value) {
        return without(value, SecretNames::looksSecret);
    }

    /** {@code adapter.extra}: without secrets at every depth, and without what an entrance may not push, beside and inside params. */
    static ObjectNode extra(ObjectNode extra) {
        ObjectNode clean = withoutSecrets(extra);
        clean.remove(NOT_FOR_EXTRA);
        if (clean.get("params") instanceof ObjectNode params) {
            params.remove(NOT_FOR_EXTRA);
        }
        return clean;
    }

    private static JsonNode without(JsonNode node, Predicate<String> unwanted) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(member -> {
                if (!unwanted.test(member.getKey())) {
                    copy.set(member.getKey(), without(member.getValue(), unwanted));
                }
            });
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
            array.forEach(element -> copy.add(without(element, unwanted)));
            return copy;
        }
        return node;
    }
}
