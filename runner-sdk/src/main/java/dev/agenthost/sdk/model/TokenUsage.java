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

    void add(@Nullable JsonNode value) {
        calls++;
        if (value != null) {
            value.properties().stream()
                    .filter(field -> field.getValue().isIntegralNumber())
                    .forEach(
                            field -> sums.merge(field.getKey(), field.getValue().longValue(), Long::sum));
        }
    }

    public ObjectNode json() {
        ObjectNode usage = JsonNodeFactory.instance.objectNode();
        sums.forEach(usage::put);
        return usage.put("model_calls", calls);
    }
}
