package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A result before its payload is understood (spec 000 §7.1), so that a bad one is refused by run and sequence.
 *
 * @param runId as the runner said it; left out on our topics, where the record names the run
 * @param data the payload's raw tree
 * @param sequence from 1 within an attempt; null where the runner gave none that counts
 * @param timestamp epoch seconds
 * @param usage what the runner says it spent, an object
 */
public record ResultFrame(
        @Nullable String runId,
        @Nullable String type,
        JsonNode data,
        @Nullable Long sequence,
        @Nullable Long timestamp,
        @Nullable JsonNode usage) {
    public ResultFrame {
        JsonNode given = Fields.nullable(data);
        data = given == null ? JsonNodeFactory.instance.objectNode() : given;
        usage = Fields.nullable(usage);
    }

    /**
     * Reads what a runner sent, as leniently as the wire asks: a number that is none means the next one, and what is wrong
     * in the payload is found later. Never throws.
     */
    public static ResultFrame ofWire(JsonNode tree) {
        return new ResultFrame(
                text(tree.path("run_id")),
                tree.path("type").textValue(),
                tree.path("data"),
                positive(tree.path("sequence")),
                positive(tree.path("timestamp")),
                tree.path("usage").isObject() ? tree.path("usage") : null);
    }

    // A run_id of another type belongs to no run, but must not pass for an absent one.
    private static @Nullable String text(JsonNode node) {
        if (node.isNull() || node.isMissingNode()) {
            return null;
        }
        return node.isTextual() ? node.textValue() : node.toString();
    }

    private static @Nullable Long positive(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() > 0 ? node.longValue() : null;
    }
}
