package dev.agenthost.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Damages JSON: members are removed, repeated elsewhere, or replaced by values of other types. */
public final class DamagedJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private DamagedJson() {}

    /** Damages the payload in one place, if it has any; equal random numbers damage it equally. */
    public static void damage(JsonNode payload, Random random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(payload, containers);
        if (containers.isEmpty()) {
            return;
        }
        JsonNode container = containers.get(random.nextInt(containers.size()));
        if (container instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(3)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name, value(containers, random));
                default ->
                    object.set(
                            names.get(random.nextInt(names.size())),
                            object.get(name).deepCopy());
            }
        } else if (container instanceof ArrayNode array && !array.isEmpty()) {
            array.set(random.nextInt(array.size()), value(containers, random));
        }
    }

    private static JsonNode value(List<JsonNode> containers, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.textNode("");
            case 2 -> JSON.textNode("x\u0000\ud800");
            case 3 -> JSON.numberNode(random.nextLong());
            case 4 -> JSON.numberNode(1.5);
            case 5 -> JSON.booleanNode(random.nextBoolean());
            case 6 -> JSON.arrayNode().add(7).addNull();
            default -> containers.get(random.nextInt(containers.size())).deepCopy();
        };
    }

    private static void collect(JsonNode node, List<JsonNode> into) {
        if (node.isContainerNode()) {
            into.add(node);
            node.forEach(child -> collect(child, into));
        }
    }
}
