package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Computes the size of a schema with every reference expanded: thirty definitions that each refer twice to the next expand to a
 * thousand million nodes. A recursive reference counts once; how often validation follows it depends on the value ({@link SchemaWork}).
 */
public final class SchemaCost {
    /** The most objects and arrays. */
    public static final int MOST = 10_000;

    static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final int DEEPEST = 256;
    private static final int OVER_LIMIT = MOST + 1;

    private final SchemaReferences references;
    /** The size by reference; of a reference in progress, its size within itself. */
    private final Map<String, Integer> costs = new HashMap<>();

    private int visited;

    private SchemaCost(JsonNode schema) {
        this.references = new SchemaReferences(schema);
    }

    public static boolean exceedsLimit(JsonNode schema) {
        return of(schema) > MOST;
    }

    /** Returns the size, at most one above the limit. */
    static int of(JsonNode schema) {
        return new SchemaCost(schema).cost(schema, 0);
    }

    private int cost(JsonNode node, int depth) {
        if (!node.isContainerNode()) {
            return 0;
        }
        if (depth > DEEPEST || ++visited > MOST) {
            return OVER_LIMIT;
        }
        int cost = 1;
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            JsonNode value = field.getValue();
            boolean refers = REFERENCES.contains(field.getKey()) && value.isTextual();
            cost = sum(cost, refers ? costOf(value.textValue(), depth + 1) : cost(value, depth + 1));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            cost = sum(cost, cost(node.get(i), depth + 1));
        }
        return cost;
    }

    private int costOf(String reference, int depth) {
        Integer known = costs.putIfAbsent(reference, 1);
        if (known != null) {
            return known;
        }
        int cost = references.find(reference).map(target -> cost(target, depth)).orElse(1);
        costs.put(reference, cost);
        return cost;
    }

    private static int sum(int one, int other) {
        return Math.min(one + other, OVER_LIMIT);
    }
}
