package dev.agenthost.protocol.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A whole message, as LangBot's wire has it.
 *
 * @param content a text, a list of {@link ContentElement}, or null
 * @param toolCalls a list, or null
 * @param providerSpecificFields an object, or null
 */
public record Message(
        String role,
        @Nullable String name,
        @Nullable JsonNode content,
        @Nullable JsonNode toolCalls,
        @Nullable String toolCallId,
        @Nullable String respMessageId,
        @Nullable JsonNode providerSpecificFields) {
    public Message {
        Fields.text(role, "role");
        content = Content.check(content);
        toolCalls = Content.list(toolCalls, "tool_calls");
        providerSpecificFields = Content.object(providerSpecificFields, "provider_specific_fields");
    }

    /** A message of a person that is only text. */
    public static Message user(String text) {
        return text("user", text);
    }

    /** An instruction for a model. */
    public static Message system(String text) {
        return text("system", text);
    }

    /** Returns a message with a tool's result for a call that a model made. */
    public static Message tool(String toolCallId, String text) {
        return new Message("tool", null, TextNode.valueOf(text), null, toolCallId, null, null);
    }

    /** A message of that role that is only text. */
    public static Message text(String role, String text) {
        return new Message(role, null, TextNode.valueOf(text), null, null, null, null);
    }

    /** A message of the assistant that is only text. */
    public static Message assistant(String text) {
        return text("assistant", text);
    }

    /** The text of it; elements that are no text say nothing. */
    public String plainText() {
        return Content.plainText(content);
    }
}
