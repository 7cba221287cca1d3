package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Estimates the work of validating a value against a schema, by the validator's own way. The estimate stops at its limit, so that it is
 * cheap itself. Work that cannot be foreseen counts as too much: references to other documents and to anchors.
 */
public final class SchemaWork {
    /** The most keywords to visit. */
    static final int MOST = 200_000;

    private static final int DEEPEST = 512;
    private static final Set<String> OF_THE_SAME = Set.of("not", "if", "then", "else");
    private static final Set<String> ALL_OF_THE_SAME =
            Set.of("allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies", "extends");
    /** The keywords that read the whole value. */
    private static final Set<String> OF_THE_WHOLE = Set.of("uniqueItems", "const", "enum");

    private static final Set<String> OF_EACH_CHILD = Set.of(
            "additionalProperties",
            "unevaluatedProperties",
            "additionalItems",
            "unevaluatedItems",
            "items",
            "contains");

    private final SchemaReferences places;
    private int left = MOST;

    private SchemaWork(JsonNode schema) {
        this.places = new SchemaReferences(schema);
    }

    public static boolean isTooMuch(JsonNode schema, JsonNode value) {
        SchemaWork work = new SchemaWork(schema);
        work.go(schema, value, 0);
        return work.left < 0;
    }

    private void go(JsonNode schema, JsonNode value, int depth) {
        left -= 1 + schema.size();
        if (depth > DEEPEST || places.hasAddress(schema)) {
            left = -1;
        }
        if (left < 0 || !schema.isObject()) {
            return;
        }
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            keyword(keyword.getKey(), keyword.getValue(), value, depth + 1);
        }
    }

    private void keyword(String name, JsonNode said, JsonNode value, int depth) {
        if (SchemaCost.REFERENCES.contains(name) && said.isTextual()) {
            places.find(said.textValue()).ifPresentOrElse(target -> go(target, value, depth), () -> left = -1);
        } else if (OF_THE_SAME.contains(name)) {
            go(said, value, depth);
        } else if (ALL_OF_THE_SAME.contains(name)) {
            each(said, schema -> go(schema, value, depth));
        } else if (name.equals("properties")) {
            left -= said.size();
            said.properties().stream()
                    .filter(property -> value.has(property.getKey()))
                    .forEach(property -> go(property.getValue(), value.path(property.getKey()), depth));
        } else if (name.equals("patternProperties")) {
            each(said, schema -> each(value, child -> go(schema, child, depth)));
        } else if (name.equals("propertyNames")) {
            value.fieldNames().forEachRemaining(child -> go(said, TextNode.valueOf(child), depth));
        } else if (name.equals("prefixItems") || name.equals("items") && said.isArray()) {
            for (int i = 0; i < said.size() && i < value.size(); i++) {
                go(said.get(i), value.path(i), depth);
            }
        } else if (OF_EACH_CHILD.contains(name)) {
            each(value, child -> go(said, child, depth));
        } else {
            left -= said.size();
            if (OF_THE_WHOLE.contains(name)) {
                whole(value, depth);
            }
        }
    }

    private void each(JsonNode many, Consumer<JsonNode> one) {
        for (JsonNode next : many) {
            if (left < 0) {
                return;
            }
            one.accept(next);
        }
    }

    private void whole(JsonNode value, int depth) {
        left -= 1 + value.size();
        if (depth > DEEPEST) {
            left = -1;
        }
        if (value.isContainerNode()) {
            each(value, part -> whole(part, depth + 1));
        }
    }
}
