package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;

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
