package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where the references of one schema lead: {@code #} and pointers into it, and nowhere else. */
record SchemaReferences(JsonNode root) {
    /** Empty for what is not there, is outside, or lies in a part that has an address of its own. */
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

    /** Below it references mean something else. */
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
