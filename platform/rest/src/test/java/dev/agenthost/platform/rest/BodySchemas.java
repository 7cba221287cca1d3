package dev.agenthost.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/**
 * The schemas of a document (JSON Schema 2020-12, as OpenAPI 3.1 has them). What is answered is read more strictly than what is
 * asked: a member that the document does not name is a fault of the document.
 */
final class BodySchemas {
    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final JsonNode open;
    private final JsonNode closed;

    BodySchemas(JsonNode document) {
        this.open = document.path("components");
        this.closed = open.deepCopy();
        close(closed.path("schemas"));
    }

    List<String> faultsOfQuestion(JsonNode schema, String body) {
        return faults(schema, open, body);
    }

    List<String> faultsOfAnswer(JsonNode schema, String body) {
        JsonNode strict = schema.deepCopy();
        close(strict);
        return faults(strict, closed, body);
    }

    private List<String> faults(JsonNode schema, JsonNode components, String body) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.setAll((ObjectNode) schema.deepCopy());
        root.set("components", components);
        return registry.getSchema(root.toString(), InputFormat.JSON).validate(body, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    /** Every object that names its members has no others; one made of several is closed as a whole. */
    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object) {
            boolean isComposed = object.has("allOf") || object.has("anyOf") || object.has("oneOf");
            if (object.path("properties").isObject() && !object.has("additionalProperties") && !isComposed) {
                object.put("additionalProperties", false);
            }
        }
        if (!node.has("const")) {
            node.forEach(BodySchemas::close);
        }
    }
}
