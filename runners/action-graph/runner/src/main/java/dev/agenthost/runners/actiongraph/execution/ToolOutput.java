package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The output of an action that a tool answered: the content of the answer, without the envelope of MCP. */
final class ToolOutput {
    private ToolOutput() {}

    /**
     * The output of an answer.
     *
     * <p>It is {@code structured_content} if the answer has it. Else it is the one text, as JSON if it is an object or an array; several
     * texts are joined by newlines. An answer with other parts, a truncated answer and an answer that is no envelope stay as they are.
     */
    static JsonNode of(JsonNode answer) {
        if (answer.isMissingNode()) {
            return JsonNodeFactory.instance.nullNode();
        }
        boolean isEnvelope = answer.path("content").isArray() && answer.has("is_error");
        if (!isEnvelope || answer.path("truncated").asBoolean()) {
            return answer;
        }
        JsonNode structured = answer.path("structured_content");
        if (!structured.isMissingNode() && !structured.isNull()) {
            return structured;
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode part : answer.path("content")) {
            if (!part.path("type").asText().equals("text") || !part.path("text").isTextual()) {
                return answer;
            }
            texts.add(part.path("text").textValue());
        }
        return texts.size() == 1 ? json(texts.getFirst()) : JsonNodeFactory.instance.textNode(String.join("\n", texts));
    }

    /** The id of the artifact in which the host has stored the whole of a truncated answer; empty if there is none. */
    static Optional<String> artifact(JsonNode answer) {
        String id = answer.at("/artifact/artifact_id").asText("");
        return answer.path("truncated").asBoolean() && !id.isEmpty() ? Optional.of(id) : Optional.empty();
    }

    /**
     * The output of a truncated answer, from the content of its artifact.
     *
     * @param truncated the answer, which names the artifact
     */
    static JsonNode whole(JsonNode truncated, String content) {
        JsonNode value = json(content);
        boolean isAnswer = truncated.at("/artifact/name").asText().endsWith(".json");
        return isAnswer && value.isObject() ? of(value) : value;
    }

    private static JsonNode json(String text) {
        String start = text.stripLeading();
        if (start.startsWith("{") || start.startsWith("[")) {
            try {
                return ProtocolCodec.readTree(text);
            } catch (UndecodableException notJson) {
                return JsonNodeFactory.instance.textNode(text);
            }
        }
        return JsonNodeFactory.instance.textNode(text);
    }
}
