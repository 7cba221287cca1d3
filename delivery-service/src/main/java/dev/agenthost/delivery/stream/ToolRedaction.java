package dev.agenthost.delivery.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import org.jspecify.annotations.Nullable;

/** Removes parameters and results of tools from messages. The names of the tools and the ids of the calls stay. */
final class ToolRedaction {
    /** The role of a message that holds a tool's result. */
    private static final String TOOL = "tool";

    private ToolRedaction() {}

    static boolean isIn(Message message) {
        return message.toolCalls() != null || message.role().equals(TOOL);
    }

    static boolean isIn(MessageChunk chunk) {
        return chunk.toolCalls() != null || chunk.role().equals(TOOL);
    }

    static Message without(Message message) {
        return new Message(
                message.role(),
                message.name(),
                message.role().equals(TOOL) ? null : message.content(),
                calls(message.toolCalls()),
                message.toolCallId(),
                message.respMessageId(),
                message.providerSpecificFields());
    }

    static MessageChunk without(MessageChunk chunk) {
        boolean isResult = chunk.role().equals(TOOL);
        return new MessageChunk(
                chunk.role(),
                chunk.name(),
                isResult ? null : chunk.content(),
                calls(chunk.toolCalls()),
                chunk.toolCallId(),
                chunk.respMessageId(),
                chunk.providerSpecificFields(),
                isResult ? null : chunk.allContent(),
                chunk.isFinal(),
                chunk.msgSequence());
    }

    /** Returns the calls without the fields that may contain parameters or results. */
    private static @Nullable JsonNode calls(@Nullable JsonNode calls) {
        if (calls == null) {
            return null;
        }
        JsonNode redacted = calls.deepCopy();
        for (JsonNode call : redacted) {
            if (call instanceof ObjectNode object) {
                object.retain("id", "type", "index", "function");
                if (object.get("function") instanceof ObjectNode function) {
                    function.retain("name");
                }
            }
        }
        return redacted;
    }
}
