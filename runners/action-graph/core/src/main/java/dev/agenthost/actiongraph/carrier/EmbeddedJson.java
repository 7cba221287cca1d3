package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import org.jspecify.annotations.Nullable;

/** Reads a container that a model has written as a string of JSON. The value is clear, so it is taken with a warning. */
final class EmbeddedJson {
    private EmbeddedJson() {}

    /** Returns the array or object inside of a string; any other value is returned as it is. */
    static @Nullable JsonNode unwrap(@Nullable JsonNode value, String path, ViolationCollector violations) {
        if (value == null || !value.isTextual()) {
            return value;
        }
        JsonNode inner = BoundedJson.parse(value.textValue(), path, new ViolationCollector());
        if (inner == null || !inner.isContainerNode()) {
            return value;
        }
        violations.warn(path, Rule.FIELD_TYPE, "is a string of JSON; its content was read");
        return inner;
    }
}
