package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Resolves the references of one schema: only {@code #} and pointers into the schema. */
record SchemaReferences(JsonNode root) {
    /** Returns empty if the target is missing, is outside, or lies in a part that has an address of its own. */
    Optional<JsonNode> find(String reference) {
        if (reference.equals("#")) {
            return Optional.of(root);
        }
        if (!reference.startsWith("#/")) {
            return Optional.empty();
        }
        JsonNode at = root;
        for (String step : decoded(reference.substring(2)).split("/", -1)) {
            String name = step.replace("~1", "/").replace("~0", "~");
            at = at.isArray() && name.matches("\\d{1,6}") ? at.path(Integer.parseInt(name)) : at.path(name);
            if (at.isMissingNode() || hasAddress(at)) {
                return Optional.empty();
            }
        }
        return Optional.of(at);
    }

    /** Returns true if the node has its own address: references below it have another base. */
    boolean hasAddress(JsonNode node) {
        return node != root && (node.path("$id").isTextual() || node.path("id").isTextual());
    }

    private static String decoded(String fragment) {
        try {
            return fragment.indexOf('%') < 0
                    ? fragment
                    : URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return fragment;
        }
    }
}
