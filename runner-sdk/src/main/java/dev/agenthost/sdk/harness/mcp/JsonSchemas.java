package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** JSON Schemas of arguments, added one after the other. */
record JsonSchemas(ObjectNode properties) {
    static JsonSchemas none() {
        return new JsonSchemas(JsonNodeFactory.instance.objectNode());
    }

    JsonSchemas text(String name, int longest, String description) {
        properties
                .putObject(name)
                .put("type", "string")
                .put("maxLength", longest)
                .put("description", description);
        return this;
    }

    JsonSchemas oneOf(String name, List<String> values, String description) {
        ObjectNode schema = properties.putObject(name).put("type", "string").put("description", description);
        values.forEach(schema.putArray("enum")::add);
        return this;
    }

    JsonSchemas number(String name, long defaultValue, long min, long max, String description) {
        ObjectNode schema = properties.putObject(name).put("type", "integer").put("default", defaultValue);
        schema.put("minimum", min).put("maximum", max).put("description", description);
        return this;
    }

    JsonSchemas object(String name, String description) {
        properties.putObject(name).put("type", "object").put("description", description);
        return this;
    }
}
