package dev.agenthost.sdk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import java.util.LinkedHashMap;
import java.util.Map;

/** Assembles the chunks of a streamed answer. A tool call comes in chunks too, identified by index or id. */
final class ChunkAssembler {
    private static final class Call {
        private final int number;
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();

        private Call(int number) {
            this.number = number;
        }
    }

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final ToolCallIncrements increments;
    private String last = "";

    ChunkAssembler(ToolCallIncrements increments) {
        this.increments = increments;
    }

    /** Answers the text that it adds. */
    String add(MessageChunk chunk) {
        JsonNode value = chunk.toolCalls();
        if (value != null) {
            value.forEach(this::call);
        }
        String increment = chunk.plainText();
        text.append(increment);
        return increment;
    }

    boolean isEmpty() {
        return text.isEmpty() && calls.isEmpty();
    }

    Message message() {
        ArrayNode made = JsonNodeFactory.instance.arrayNode();
        calls.values().forEach(call -> {
            var one = made.addObject().put("id", call.id).put("type", "function");
            one.putObject("function").put("name", call.name).put("arguments", call.arguments.toString());
        });
        return new Message(
                "assistant", null, TextNode.valueOf(text.toString()), made.isEmpty() ? null : made, null, null, null);
    }

    private void call(JsonNode piece) {
        String id = piece.path("id").asText("");
        // A chunk with neither continues the call before it.
        String key = piece.has("index") ? "#" + piece.path("index").asInt() : id.isEmpty() ? last : id;
        last = key;
        Call call = calls.computeIfAbsent(key, unknown -> new Call(calls.size()));
        call.id = id.isEmpty() ? call.id : id;
        JsonNode function = piece.path("function");
        String name = function.path("name").asText("");
        call.name = name.isEmpty() ? call.name : name;
        String increment = function.path("arguments").asText("");
        call.arguments.append(increment);
        if (!increment.isEmpty()) {
            increments.add(call.number, call.name, increment);
        }
    }
}
