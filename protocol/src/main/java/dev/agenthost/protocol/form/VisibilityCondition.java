package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The condition for showing a field ({@code show_if}); a field that is not shown is never required.
 *
 * @param field another field of the form
 * @param operator {@code eq}, {@code neq} or {@code in}; any other is never met
 */
record VisibilityCondition(String field, String operator, JsonNode value) {
    static VisibilityCondition read(JsonNode declared) {
        return new VisibilityCondition(
                declared.path("field").asText(""), declared.path("operator").asText(""), declared.path("value"));
    }

    boolean isMet(JsonNode config) {
        JsonNode node = config.path(field);
        return switch (operator) {
            case "eq" -> node.equals(value);
            case "neq" -> !node.equals(value);
            case "in" -> contains(node);
            default -> false;
        };
    }

    private boolean contains(JsonNode node) {
        for (JsonNode one : value) {
            if (one.equals(node)) {
                return true;
            }
        }
        return false;
    }
}
