package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.ToolContent;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a {@code tools/call}. */
final class CallResult {
    private static final int MOST_PARTS = 1_000;

    private CallResult() {}

    static ToolOutcome read(JsonNode result) {
        JsonNode content = result.path("content");
        if (!content.isMissingNode() && !content.isArray() || content.size() > MOST_PARTS || JsonText.tooDeep(result)) {
            return ToolOutcome.unsure(FailureCode.RUNTIME_ERROR, "The tool's answer cannot be read");
        }
        List<ToolContent> parts = new ArrayList<>();
        content.forEach(part -> parts.add(part(part)));
        return new ToolOutcome.Answered(
                parts, result.path("structuredContent"), result.path("isError").asBoolean(false));
    }

    private static ToolContent part(JsonNode part) {
        return switch (part.path("type").asText("")) {
            case "text" -> new ToolContent.Text(part.path("text").asText(""));
            case "image", "audio" ->
                new ToolContent.Bytes(
                        part.path("type").asText(),
                        text(part, "mimeType"),
                        null,
                        part.path("data").asText(""));
            case "resource" -> resource(part);
            default -> other(part);
        };
    }

    private static ToolContent resource(JsonNode part) {
        JsonNode resource = part.path("resource");
        return resource.path("blob").isTextual()
                ? new ToolContent.Bytes(
                        "file",
                        text(resource, "mimeType"),
                        null,
                        resource.path("blob").asText())
                : other(part);
    }

    private static ToolContent other(JsonNode part) {
        return part instanceof ObjectNode object
                ? new ToolContent.Other(object)
                : new ToolContent.Text(part.toString());
    }

    private static @Nullable String text(JsonNode part, String field) {
        String text = part.path(field).textValue();
        return text == null || text.isBlank() || text.length() > 200 ? null : text;
    }
}
