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
    private static final int MOST_PIECES = 1_000;

    private CallResult() {}

    static ToolOutcome read(JsonNode result) {
        JsonNode content = result.path("content");
        if (!content.isMissingNode() && !content.isArray()
                || content.size() > MOST_PIECES
                || JsonText.tooDeep(result)) {
            return ToolOutcome.unsure(FailureCode.RUNTIME_ERROR, "The tool's answer cannot be read");
        }
        List<ToolContent> pieces = new ArrayList<>();
        content.forEach(piece -> pieces.add(piece(piece)));
        return new ToolOutcome.Said(
                pieces, result.path("structuredContent"), result.path("isError").asBoolean(false));
    }

    private static ToolContent piece(JsonNode piece) {
        return switch (piece.path("type").asText("")) {
            case "text" -> new ToolContent.Text(piece.path("text").asText(""));
            case "image", "audio" ->
                new ToolContent.Bytes(
                        piece.path("type").asText(),
                        text(piece, "mimeType"),
                        null,
                        piece.path("data").asText(""));
            case "resource" -> resource(piece);
            default -> other(piece);
        };
    }

    private static ToolContent resource(JsonNode piece) {
        JsonNode resource = piece.path("resource");
        return resource.path("blob").isTextual()
                ? new ToolContent.Bytes(
                        "file",
                        text(resource, "mimeType"),
                        null,
                        resource.path("blob").asText())
                : other(piece);
    }

    private static ToolContent other(JsonNode piece) {
        return piece instanceof ObjectNode object
                ? new ToolContent.Other(object)
                : new ToolContent.Text(piece.toString());
    }

    private static @Nullable String text(JsonNode piece, String field) {
        String text = piece.path(field).textValue();
        return text == null || text.isBlank() || text.length() > 200 ? null : text;
    }
}
