package dev.agenthost.sdk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The usage of a run over all its models: sums of the numbers that each reported. */
public final class TokenUsage {
    private final Map<String, Long> sums = new TreeMap<>();
    private int calls;
    private long total;

    void add(@Nullable JsonNode value) {
        calls++;
        if (value != null) {
            total += tokens(value);
            value.properties().stream()
                    .filter(field -> field.getValue().isIntegralNumber())
                    .forEach(
                            field -> sums.merge(field.getKey(), field.getValue().longValue(), Long::sum));
        }
    }

    /** The tokens of all answers whose usage was reported: each {@code total_tokens}, else the sum of its prompt and completion tokens. */
    public long total() {
        return total;
    }

    private static long tokens(JsonNode value) {
        return value.path("total_tokens").isIntegralNumber()
                ? value.path("total_tokens").longValue()
                : value.path("prompt_tokens").asLong(0)
                        + value.path("completion_tokens").asLong(0);
    }

    public ObjectNode json() {
        ObjectNode usage = JsonNodeFactory.instance.objectNode();
        sums.forEach(usage::put);
        return usage.put("model_calls", calls);
    }
}
