package dev.agenthost.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Finds an unknown field of a definition: a mistyped policy would otherwise silently have its default. */
public final class UnknownField {
    private UnknownField() {}

    /**
     * @param given the body as received
     * @param understood the body as parsed and written again
     * @return the path of the first field that only the received body has
     */
    public static Optional<String> in(JsonNode given, JsonNode understood, String path) {
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            if (field.getValue().isNull()) {
                continue;
            }
            String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            JsonNode read = understood.get(field.getKey());
            Optional<String> unknown = read == null ? Optional.of(at) : in(field.getValue(), read, at);
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        for (int i = 0; given.isArray() && i < given.size(); i++) {
            Optional<String> unknown = in(given.get(i), understood.path(i), path + "[" + i + "]");
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        return Optional.empty();
    }
}
