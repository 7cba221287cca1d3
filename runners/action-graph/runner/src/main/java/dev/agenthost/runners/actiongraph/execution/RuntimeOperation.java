package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.protocol.json.WireName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The operations of the runtime itself; they change nothing outside of the graph. */
public enum RuntimeOperation implements WireName {
    MERGE("Returns its input with all references replaced, so that results of several actions become one value.") {
        @Override
        ActionOutcome execute(JsonNode input) {
            return new ActionOutcome.Succeeded(input);
        }
    },
    WAIT("Waits for `seconds`, a number within 0 and 3600, before the actions that depend on it.") {
        @Override
        ActionOutcome execute(JsonNode input) {
            JsonNode seconds = input.path("seconds");
            if (!seconds.isNumber() || seconds.asDouble() < 0 || seconds.asDouble() > MAX_SECONDS) {
                return ActionOutcome.refused(
                        "input.invalid", "`seconds` must be a number within 0 and " + MAX_SECONDS + ".");
            }
            Duration delay = Duration.ofMillis(Math.round(seconds.asDouble() * MILLIS));
            JsonNode output = JsonNodeFactory.instance.objectNode().set("waited_seconds", seconds);
            if (delay.isZero()) {
                return new ActionOutcome.Succeeded(output);
            }
            return new ActionOutcome.Suspended(Suspension.timer(delay), null, output);
        }
    };

    private static final int MAX_SECONDS = 3_600;
    private static final int MILLIS = 1_000;

    private final String description;

    RuntimeOperation(String description) {
        this.description = description;
    }

    /** One sentence for the model. */
    String description() {
        return description;
    }

    abstract ActionOutcome execute(JsonNode input);

    /** The descriptions of all operations, by name. */
    public static Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        for (RuntimeOperation operation : values()) {
            descriptions.put(operation.wire(), operation.description());
        }
        return descriptions;
    }

    /** The executor of all operations. */
    static ActionOutcome execute(ActionCall call) {
        for (RuntimeOperation operation : values()) {
            if (operation.wire().equals(call.executor().name())) {
                return operation.execute(call.input());
            }
        }
        return ActionOutcome.refused("executor.unavailable", "There is no such operation of the runtime.");
    }
}
