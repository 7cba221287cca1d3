package dev.agenthost.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One operation of a document.
 *
 * @param description what the document says of it
 */
record OpenApiOperation(String method, String template, JsonNode description) {

    String id() {
        return description.path("operationId").asText(method + " " + template);
    }

    boolean matches(String askedMethod, String path) {
        List<String> pattern = segments(template);
        List<String> asked = segments(path);
        if (!method.equalsIgnoreCase(askedMethod) || pattern.size() != asked.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!isVariable(pattern.get(i)) && !pattern.get(i).equals(asked.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The less, the more exactly the template names the path. */
    long variables() {
        return segments(template).stream().filter(OpenApiOperation::isVariable).count();
    }

    TreeSet<String> statuses() {
        TreeSet<String> statuses = new TreeSet<>();
        description.path("responses").fieldNames().forEachRemaining(statuses::add);
        return statuses;
    }

    Optional<JsonNode> response(int status) {
        return Optional.ofNullable(description.path("responses").get(Integer.toString(status)));
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }
}
