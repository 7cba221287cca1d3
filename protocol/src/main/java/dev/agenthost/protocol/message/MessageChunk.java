package dev.agenthost.protocol.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a message that is being said. From a runner {@code content} may be an increment or the whole text so far
 * ({@code all_content} is always the whole); on our topics it is always an increment.
 *
 * @param toolCalls a list, or null
 * @param msgSequence the peer's own counter; ours is the result's sequence
 */
public record MessageChunk(
        String role,
        @Nullable String name,
        @Nullable JsonNode content,
        @Nullable JsonNode toolCalls,
        @Nullable String toolCallId,
        @Nullable String respMessageId,
        @Nullable JsonNode providerSpecificFields,
        @Nullable String allContent,
        boolean isFinal,
        int msgSequence) {
    public MessageChunk {
        Fields.text(role, "role");
        content = Content.check(content);
        toolCalls = Content.list(toolCalls, "tool_calls");
        providerSpecificFields = Content.object(providerSpecificFields, "provider_specific_fields");
    }

    /** The next piece of an assistant's text. */
    public static MessageChunk assistant(String increment) {
        return new MessageChunk("assistant", null, TextNode.valueOf(increment), null, null, null, null, null, false, 0);
    }

    /** The text of this piece. */
    public String plainText() {
        return Content.plainText(content);
    }
}
