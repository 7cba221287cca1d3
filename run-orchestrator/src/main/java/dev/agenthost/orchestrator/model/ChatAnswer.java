package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The complete answer of a chat model in the format of LangBot's wire protocol.
 *
 * @param data {@code message}, and {@code usage} and {@code finish_reason} if the provider reported them
 */
public record ChatAnswer(ObjectNode data, Usage usage) {
    /** @return empty if the answer has no choice */
    public static Optional<ChatAnswer> read(JsonNode answer, boolean removeThink) {
        JsonNode message = answer.at("/choices/0/message");
        if (!message.isObject()) {
            return Optional.empty();
        }
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set(
                "message",
                ProtocolCodec.runnerTree(new Message(
                        message.path("role").asText("assistant"),
                        null,
                        content(message, removeThink),
                        toolCalls(message.path("tool_calls")),
                        null,
                        answer.path("id").textValue(),
                        null)));
        Usage usage = Usage.of(answer.path("usage"));
        if (usage.raw() != null) {
            data.set("usage", usage.raw());
        }
        JsonNode finishReason = answer.at("/choices/0/finish_reason");
        if (finishReason.isTextual()) {
            data.set("finish_reason", finishReason);
        }
        return Optional.of(new ChatAnswer(data, usage));
    }

    private static @Nullable JsonNode content(JsonNode message, boolean removeThink) {
        JsonNode contentNode = message.path("content");
        String text =
                contentNode.isTextual() ? contentNode.textValue() : contentNode.isArray() ? texts(contentNode) : null;
        String reasoning = reasoning(message);
        if (removeThink) {
            if (text == null) {
                return null;
            }
            ThinkTagFilter filter = new ThinkTagFilter();
            return TextNode.valueOf(filter.next(text) + filter.end());
        }
        // The format in which LangBot includes the reasoning of a model in its answer.
        return reasoning.isEmpty()
                ? text == null ? null : TextNode.valueOf(text)
                : TextNode.valueOf("<think>\n" + reasoning + "\n</think>\n" + (text == null ? "" : text));
    }

    /** Returns the reasoning; providers use two names for the field. */
    static String reasoning(JsonNode message) {
        return message.path("reasoning_content").isTextual()
                ? message.path("reasoning_content").textValue()
                : message.path("reasoning").asText("");
    }

    static String texts(JsonNode parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.path("text").asText("")));
        return text.toString();
    }

    private static @Nullable JsonNode toolCalls(JsonNode calls) {
        if (!calls.isArray() || calls.isEmpty()) {
            return null;
        }
        ArrayNode converted = JsonNodeFactory.instance.arrayNode();
        for (JsonNode call : calls) {
            converted.add(toolCall(
                    call.path("id").asText(""), call.at("/function/name").asText(""), call.at("/function/arguments")));
        }
        return converted;
    }

    static ObjectNode toolCall(String id, String name, JsonNode arguments) {
        ObjectNode call = JsonNodeFactory.instance.objectNode().put("id", id).put("type", "function");
        call.putObject("function")
                .put("name", name)
                .put(
                        "arguments",
                        arguments.isTextual()
                                ? arguments.textValue()
                                : arguments.isContainerNode() ? arguments.toString() : "");
        return call;
    }
}
