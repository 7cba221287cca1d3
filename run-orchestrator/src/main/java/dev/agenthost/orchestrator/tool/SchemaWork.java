package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Estimates the work of validating a value against a schema by visiting keywords as the validator does. The estimate stops at its
 * limit. Unpredictable work counts as above the limit: references to other documents and to anchors.
 */
public final class SchemaWork {
    /** The most keywords to visit. */
    static final int MOST = 200_000;

    private static final int DEEPEST = 512;
    private static final Set<String> SAME_VALUE = Set.of("not", "if", "then", "else");
    private static final Set<String> SUBSCHEMAS_OF_SAME_VALUE =
            Set.of("allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies", "extends");
    /** The keywords that read the whole value. */
    private static final Set<String> WHOLE_VALUE = Set.of("uniqueItems", "const", "enum");

    private static final Set<String> EACH_CHILD = Set.of(
            "additionalProperties",
            "unevaluatedProperties",
            "additionalItems",
            "unevaluatedItems",
            "items",
            "contains");

    private final SchemaReferences references;
    private int remaining = MOST;

    private SchemaWork(JsonNode schema) {
        this.references = new SchemaReferences(schema);
    }

    public static boolean exceedsLimit(JsonNode schema, JsonNode value) {
        SchemaWork work = new SchemaWork(schema);
        work.visit(schema, value, 0);
        return work.remaining < 0;
    }

    private void visit(JsonNode schema, JsonNode value, int depth) {
        remaining -= 1 + schema.size();
        if (depth > DEEPEST || references.hasAddress(schema)) {
            remaining = -1;
        }
        if (remaining < 0 || !schema.isObject()) {
            return;
        }
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            keyword(keyword.getKey(), keyword.getValue(), value, depth + 1);
        }
    }

    private void keyword(String name, JsonNode subschema, JsonNode value, int depth) {
        if (SchemaCost.REFERENCES.contains(name) && subschema.isTextual()) {
            references
                    .find(subschema.textValue())
                    .ifPresentOrElse(target -> visit(target, value, depth), () -> remaining = -1);
        } else if (SAME_VALUE.contains(name)) {
            visit(subschema, value, depth);
        } else if (SUBSCHEMAS_OF_SAME_VALUE.contains(name)) {
            each(subschema, schema -> visit(schema, value, depth));
        } else if (name.equals("properties")) {
            remaining -= subschema.size();
            subschema.properties().stream()
                    .filter(property -> value.has(property.getKey()))
                    .forEach(property -> visit(property.getValue(), value.path(property.getKey()), depth));
        } else if (name.equals("patternProperties")) {
            each(subschema, schema -> each(value, child -> visit(schema, child, depth)));
        } else if (name.equals("propertyNames")) {
            value.fieldNames().forEachRemaining(child -> visit(subschema, TextNode.valueOf(child), depth));
        } else if (name.equals("prefixItems") || name.equals("items") && subschema.isArray()) {
            for (int i = 0; i < subschema.size() && i < value.size(); i++) {
                visit(subschema.get(i), value.path(i), depth);
            }
        } else if (EACH_CHILD.contains(name)) {
            each(value, child -> visit(subschema, child, depth));
        } else {
            remaining -= subschema.size();
            if (WHOLE_VALUE.contains(name)) {
                whole(value, depth);
            }
        }
    }

    private void each(JsonNode many, Consumer<JsonNode> one) {
        for (JsonNode next : many) {
            if (remaining < 0) {
                return;
            }
            one.accept(next);
        }
    }

    private void whole(JsonNode value, int depth) {
        remaining -= 1 + value.size();
        if (depth > DEEPEST) {
            remaining = -1;
        }
        if (value.isContainerNode()) {
            each(value, part -> whole(part, depth + 1));
        }
    }
}
