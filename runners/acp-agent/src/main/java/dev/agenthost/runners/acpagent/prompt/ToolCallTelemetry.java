package dev.agenthost.runners.acpagent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunOutput;
import java.util.LinkedHashMap;
import java.util.Map;

/** Emits an agent's reported tool calls as telemetry: each begins once and ends once. */
final class ToolCallTelemetry {
    private static final int MOST_OPEN = 1000;
    private static final int MOST = 10_000;
    private static final int LARGEST = 32 * 1024;
    private static final int LONGEST_NAME = 200;

    private final RunOutput out;
    private final Map<String, String> open = new LinkedHashMap<>();
    private int begun;

    ToolCallTelemetry(RunOutput out) {
        this.out = out;
    }

    /** Applies an update, also of a call whose start was not reported. */
    void update(JsonNode update) {
        String id = update.path("toolCallId").asText("");
        if (id.isBlank() || id.length() > LONGEST_NAME) {
            return;
        }
        if (!open.containsKey(id) && !begin(id, update)) {
            return;
        }
        String status = update.path("status").asText("");
        if (status.equals("completed")) {
            out.toolCallCompleted(id, String.valueOf(open.remove(id)), result(update), null);
        } else if (status.equals("failed")) {
            out.toolCallCompleted(id, String.valueOf(open.remove(id)), null, error(update));
        }
    }

    /** Ends the calls that are open at the end of the turn. */
    void close() {
        open.forEach((id, name) -> out.toolCallCompleted(id, name, null, "the turn ended before the tool call"));
        open.clear();
    }

    private boolean begin(String id, JsonNode update) {
        if (open.size() >= MOST_OPEN || begun >= MOST) {
            return false;
        }
        begun++;
        String name = name(update);
        open.put(id, name);
        JsonNode input = update.path("rawInput");
        out.toolCallStarted(id, name, input.isObject() ? bounded(input) : object());
        return true;
    }

    private static String name(JsonNode update) {
        for (String field : new String[] {"name", "title", "kind"}) {
            String name = update.path(field).asText("").strip();
            if (!name.isEmpty()) {
                return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
            }
        }
        return "tool";
    }

    private static JsonNode result(JsonNode update) {
        JsonNode output = update.path("rawOutput");
        if (output.isObject()) {
            return bounded(output);
        }
        String text = output.isTextual() ? output.textValue() : text(update);
        return object().put("text", text.length() <= LARGEST ? text : text.substring(0, LARGEST));
    }

    private static String error(JsonNode update) {
        String text = text(update);
        return text.isBlank() ? "it failed" : text.substring(0, Math.min(text.length(), 2000));
    }

    private static String text(JsonNode update) {
        StringBuilder text = new StringBuilder();
        for (JsonNode content : update.path("content")) {
            text.append(content.at("/content/text").asText(""));
            if (text.length() > LARGEST) {
                break;
            }
        }
        return text.toString();
    }

    private static JsonNode bounded(JsonNode value) {
        int size = value.toString().length();
        return size <= LARGEST ? value : object().put("omitted", size);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
