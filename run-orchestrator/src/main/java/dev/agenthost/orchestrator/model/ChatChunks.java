package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.MessageChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts the event stream of a chat model to chunks of LangBot's wire protocol. The last chunk is always marked as final: LangBot's
 * runners show nothing without that mark. An instance belongs to one stream and is not thread-safe.
 */
public final class ChatChunks {
    private static final String OPEN = "<think>\n";
    private static final String CLOSE = "\n</think>\n";

    /** The most tool calls of one answer whose names are stored, and the most characters of an id and a name. Later chunks of a call beyond these have no names. */
    private static final int MOST_CALLS = 1_000;

    private static final int LONGEST_NAMED = 1_000;

    private record Named(String id, String name) {}

    private final boolean removeThink;
    private final ThinkTagFilter thoughts = new ThinkTagFilter();
    private final Map<Integer, Named> calls = new HashMap<>();
    private @Nullable String messageId;
    private String highSurrogate = "";
    private boolean thinking;
    private @Nullable String finishReason;
    private int sequence;
    private Usage usage = Usage.UNKNOWN;

    public ChatChunks(boolean removeThink) {
        this.removeThink = removeThink;
    }

    /** Returns the chunks of this event, as {@code {"chunk": …}}. */
    public List<JsonNode> next(JsonNode event) {
        if (event.path("usage").isObject()) {
            usage = Usage.of(event.path("usage"));
        }
        if (messageId == null) {
            messageId = event.path("id").textValue();
        }
        JsonNode choice = event.at("/choices/0");
        if (choice.path("finish_reason").isTextual()) {
            finishReason = choice.path("finish_reason").textValue();
        }
        JsonNode delta = choice.path("delta");
        String text = text(delta);
        JsonNode toolCalls = toolCalls(delta.path("tool_calls"));
        return text.isEmpty() && toolCalls == null ? List.of() : List.of(chunk(text, toolCalls, false));
    }

    /**
     * Returns the last chunk, and {@code {"usage": …, "finish_reason": …}} if the provider reported the usage, or stopped the model at its
     * limit of tokens or by its filter. {@code usage} is empty if it did not report it: the object has no {@code chunk}, and runners
     * recognise it by {@code usage}.
     */
    public List<JsonNode> end() {
        String remainder =
                (removeThink ? thoughts.next(highSurrogate) + thoughts.end() : highSurrogate) + (thinking ? CLOSE : "");
        List<JsonNode> last = new ArrayList<>();
        last.add(chunk(remainder, null, true));
        if (usage.raw() != null || "length".equals(finishReason) || "content_filter".equals(finishReason)) {
            ObjectNode end = JsonNodeFactory.instance.objectNode();
            end.set("usage", usage.raw() == null ? end.objectNode() : usage.raw());
            last.add(finishReason == null ? end : end.put("finish_reason", finishReason));
        }
        return last;
    }

    /** Returns true if the model reported the end of its answer. */
    public boolean isFinished() {
        return finishReason != null;
    }

    public Usage usage() {
        return usage;
    }

    private String text(JsonNode delta) {
        JsonNode content = delta.path("content");
        String answer = content.isArray() ? ChatAnswer.texts(content) : content.asText("");
        if (removeThink) {
            return thoughts.next(completeCharacters(answer));
        }
        String reasoning = ChatAnswer.reasoning(delta);
        StringBuilder text = new StringBuilder();
        if (!reasoning.isEmpty()) {
            text.append(thinking ? "" : OPEN).append(reasoning);
            thinking = true;
        }
        if (!answer.isEmpty()) {
            text.append(thinking ? CLOSE : "").append(answer);
            thinking = false;
        }
        return completeCharacters(text.toString());
    }

    /** Some providers split a surrogate pair: its first half is buffered until the second arrives. */
    private String completeCharacters(String piece) {
        String text = highSurrogate + piece;
        boolean cut = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
        highSurrogate = cut ? text.substring(text.length() - 1) : "";
        return cut ? text.substring(0, text.length() - 1) : text;
    }

    /** Repeats id and name in each chunk, as LangBot's wire protocol requires; a provider sends them once. */
    private @Nullable JsonNode toolCalls(JsonNode deltas) {
        if (!deltas.isArray() || deltas.isEmpty()) {
            return null;
        }
        ArrayNode converted = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < deltas.size(); i++) {
            JsonNode call = deltas.get(i);
            int index = call.path("index").asInt(i);
            Named previous = calls.getOrDefault(index, new Named("", ""));
            Named named = new Named(
                    or(call.path("id").asText(""), previous.id()),
                    or(call.at("/function/name").asText(""), previous.name()));
            if (calls.size() < MOST_CALLS && named.id().length() + named.name().length() <= LONGEST_NAMED) {
                calls.put(index, named);
            }
            converted.add(ChatAnswer.toolCall(named.id(), named.name(), call.at("/function/arguments")));
        }
        return converted;
    }

    private static String or(String value, String fallback) {
        return value.isEmpty() || value.equals("null") ? fallback : value;
    }

    private JsonNode chunk(String text, @Nullable JsonNode toolCalls, boolean last) {
        MessageChunk chunk = new MessageChunk(
                "assistant", null, TextNode.valueOf(text), toolCalls, null, messageId, null, null, last, sequence++);
        return JsonNodeFactory.instance.objectNode().set("chunk", ProtocolCodec.<JsonNode>runnerTree(chunk));
    }
}
