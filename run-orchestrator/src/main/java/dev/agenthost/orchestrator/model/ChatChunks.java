package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.MessageChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts the answer of a chat model: events of the provider in, pieces of LangBot's wire out. The last piece is always marked as such:
 * LangBot's runners show nothing without that mark. One stream, one thread.
 */
public final class ChatChunks {
    private static final String OPEN = "<think>\n";
    private static final String CLOSE = "\n</think>\n";

    /** The calls of one answer, and the characters of one's id and name, that are remembered; beyond them a later piece has no names. */
    private static final int MOST_CALLS = 1_000;

    private static final int LONGEST_NAMED = 1_000;

    private record Named(String id, String name) {}

    private final boolean removeThink;
    private final ThinkTagFilter thoughts = new ThinkTagFilter();
    private final Map<Integer, Named> calls = new HashMap<>();
    private @Nullable String messageId;
    private String halfCharacter = "";
    private boolean thinking;
    private boolean finished;
    private int sequence;
    private Usage usage = Usage.UNKNOWN;

    public ChatChunks(boolean removeThink) {
        this.removeThink = removeThink;
    }

    /** The pieces that this event gives, as {@code {"chunk": …}}. */
    public List<JsonNode> next(JsonNode event) {
        if (event.path("usage").isObject()) {
            usage = Usage.of(event.path("usage"));
        }
        if (messageId == null) {
            messageId = event.path("id").textValue();
        }
        JsonNode choice = event.at("/choices/0");
        finished |= choice.path("finish_reason").isTextual();
        JsonNode delta = choice.path("delta");
        String text = text(delta);
        JsonNode toolCalls = toolCalls(delta.path("tool_calls"));
        return text.isEmpty() && toolCalls == null ? List.of() : List.of(piece(text, toolCalls, false));
    }

    /** The last piece, and what it all cost. */
    public List<JsonNode> end() {
        String rest =
                (removeThink ? thoughts.next(halfCharacter) + thoughts.end() : halfCharacter) + (thinking ? CLOSE : "");
        List<JsonNode> last = new ArrayList<>();
        last.add(piece(rest, null, true));
        JsonNode cost = usage.said();
        if (cost != null) {
            last.add(JsonNodeFactory.instance.objectNode().set("usage", cost));
        }
        return last;
    }

    /** Returns true if the model itself reported the end of its answer. */
    public boolean isFinished() {
        return finished;
    }

    public Usage usage() {
        return usage;
    }

    private String text(JsonNode delta) {
        JsonNode content = delta.path("content");
        String said = content.isArray() ? ChatAnswer.texts(content) : content.asText("");
        if (removeThink) {
            return thoughts.next(whole(said));
        }
        String thought = ChatAnswer.thought(delta);
        StringBuilder text = new StringBuilder();
        if (!thought.isEmpty()) {
            text.append(thinking ? "" : OPEN).append(thought);
            thinking = true;
        }
        if (!said.isEmpty()) {
            text.append(thinking ? CLOSE : "").append(said);
            thinking = false;
        }
        return whole(text.toString());
    }

    /** Some providers cut a character in two: its first half waits for the other. */
    private String whole(String piece) {
        String text = halfCharacter + piece;
        boolean cut = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
        halfCharacter = cut ? text.substring(text.length() - 1) : "";
        return cut ? text.substring(0, text.length() - 1) : text;
    }

    /** Repeats id and name in each piece, as LangBot's wire needs them; a provider sends them once. */
    private @Nullable JsonNode toolCalls(JsonNode deltas) {
        if (!deltas.isArray() || deltas.isEmpty()) {
            return null;
        }
        ArrayNode shown = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < deltas.size(); i++) {
            JsonNode call = deltas.get(i);
            int index = call.path("index").asInt(i);
            Named before = calls.getOrDefault(index, new Named("", ""));
            Named named = new Named(
                    or(call.path("id").asText(""), before.id()),
                    or(call.at("/function/name").asText(""), before.name()));
            if (calls.size() < MOST_CALLS && named.id().length() + named.name().length() <= LONGEST_NAMED) {
                calls.put(index, named);
            }
            shown.add(ChatAnswer.toolCall(named.id(), named.name(), call.at("/function/arguments")));
        }
        return shown;
    }

    private static String or(String said, String standIn) {
        return said.isEmpty() || said.equals("null") ? standIn : said;
    }

    private JsonNode piece(String text, @Nullable JsonNode toolCalls, boolean last) {
        MessageChunk chunk = new MessageChunk(
                "assistant", null, TextNode.valueOf(text), toolCalls, null, messageId, null, null, last, sequence++);
        return JsonNodeFactory.instance.objectNode().set("chunk", ProtocolCodec.<JsonNode>runnerTree(chunk));
    }
}
