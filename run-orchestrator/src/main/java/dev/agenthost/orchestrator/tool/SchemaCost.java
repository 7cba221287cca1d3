package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The size of a schema with every reference written out: thirty lines that each refer twice to the next make a thousand million. A
 * reference to itself counts once; the number of passes through it depends on the checked value ({@link SchemaWork}).
 */
public final class SchemaCost {
    /** Objects and lists. */
    public static final int MOST = 10_000;

    static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final int DEEPEST = 256;
    private static final int TOO_MUCH = MOST + 1;

    private final SchemaReferences places;
    /** The size by reference; of a reference in progress, its size within itself. */
    private final Map<String, Integer> known = new HashMap<>();

    private int looked;

    private SchemaCost(JsonNode schema) {
        this.places = new SchemaReferences(schema);
    }

    public static boolean isTooMuch(JsonNode schema) {
        return of(schema) > MOST;
    }

    /** Never more than one above what may be. */
    static int of(JsonNode schema) {
        return new SchemaCost(schema).cost(schema, 0);
    }

    private int cost(JsonNode node, int depth) {
        if (!node.isContainerNode()) {
            return 0;
        }
        if (depth > DEEPEST || ++looked > MOST) {
            return TOO_MUCH;
        }
        int cost = 1;
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            JsonNode value = field.getValue();
            boolean refers = REFERENCES.contains(field.getKey()) && value.isTextual();
            cost = sum(cost, refers ? referred(value.textValue(), depth + 1) : cost(value, depth + 1));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            cost = sum(cost, cost(node.get(i), depth + 1));
        }
        return cost;
    }

    private int referred(String reference, int depth) {
        Integer before = known.putIfAbsent(reference, 1);
        if (before != null) {
            return before;
        }
        int cost = places.find(reference).map(target -> cost(target, depth)).orElse(1);
        known.put(reference, cost);
        return cost;
    }

    private static int sum(int one, int other) {
        return Math.min(one + other, TOO_MUCH);
    }
}
