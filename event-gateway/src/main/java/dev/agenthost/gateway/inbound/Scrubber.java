package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.security.SecretNames;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** Removes forbidden members from copies of free objects. */
final class Scrubber {

    /**
     * Forbidden names of {@code adapter.extra}, in lower case and without separators (spec 000 §12): instructions,
     * history, retrieved knowledge, tools and rights. Runners request these data from the host.
     */
    private static final Set<String> NOT_FOR_EXTRA = Set.of(
            "prompt",
            "prompts",
            "systemprompt",
            "instructions",
            "messages",
            "history",
            "historywindow",
            "transcript",
            "bootstrap",
            "rag",
            "ragresults",
            "retrieval",
            "retrievalresults",
            "knowledge",
            "knowledgebases",
            "tools",
            "toolschema",
            "toolschemas",
            "functions",
            "functionschemas",
            "mcpservers",
            "resources",
            "permissions");

    private Scrubber() {}

    /** Returns the object without secret-like members at any depth. */
    static ObjectNode withoutSecrets(ObjectNode object) {
        return (ObjectNode) without(object, SecretNames::looksSecret);
    }

    /** Does the same for a value of any kind. */
    static JsonNode withoutSecrets(JsonNode value) {
        return without(value, SecretNames::looksSecret);
    }

    /** Returns {@code adapter.extra} without secrets and forbidden names, at every depth and in any spelling. */
    static ObjectNode extra(ObjectNode extra) {
        return (ObjectNode) without(extra, name -> SecretNames.looksSecret(name) || isNotForExtra(name));
    }

    private static boolean isNotForExtra(String name) {
        return NOT_FOR_EXTRA.contains(name.replaceAll("[^A-Za-z0-9]+", "").toLowerCase(Locale.ROOT));
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
