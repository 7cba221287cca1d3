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
 * The whole answer of a chat model, in the words of LangBot's wire.
 *
 * @param data {@code message}, and {@code usage} where the provider said it
 */
public record ChatAnswer(ObjectNode data, Usage usage) {
    /** @return empty where it holds no choice */
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
        if (usage.said() != null) {
            data.set("usage", usage.said());
        }
        return Optional.of(new ChatAnswer(data, usage));
    }

    private static @Nullable JsonNode content(JsonNode message, boolean removeThink) {
        JsonNode said = message.path("content");
        String text = said.isTextual() ? said.textValue() : said.isArray() ? texts(said) : null;
        String thought = thought(message);
        if (removeThink) {
            if (text == null) {
                return null;
            }
            ThinkTagFilter thoughts = new ThinkTagFilter();
            return TextNode.valueOf(thoughts.next(text) + thoughts.end());
        }
        // As the peer shows what a model thought beside its answer.
        return thought.isEmpty()
                ? text == null ? null : TextNode.valueOf(text)
                : TextNode.valueOf("<think>\n" + thought + "\n</think>\n" + (text == null ? "" : text));
    }

    /** Providers have two names for it. */
    static String thought(JsonNode message) {
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
        ArrayNode shown = JsonNodeFactory.instance.arrayNode();
        for (JsonNode call : calls) {
            shown.add(toolCall(
                    call.path("id").asText(""), call.at("/function/name").asText(""), call.at("/function/arguments")));
        }
        return shown;
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
