package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.ToolAnswer;
import dev.agenthost.orchestrator.tool.ToolPiece;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.failure.FailureCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a {@code tools/call}. */
final class CallResult {
    private static final int MOST_PIECES = 1_000;

    private CallResult() {}

    static ToolAnswer read(JsonNode result) {
        JsonNode content = result.path("content");
        if (!content.isMissingNode() && !content.isArray()
                || content.size() > MOST_PIECES
                || JsonText.tooDeep(result)) {
            return ToolAnswer.unsure(FailureCode.RUNTIME_ERROR, "The tool's answer cannot be read");
        }
        List<ToolPiece> pieces = new ArrayList<>();
        content.forEach(piece -> pieces.add(piece(piece)));
        return new ToolAnswer.Said(
                pieces, result.path("structuredContent"), result.path("isError").asBoolean(false));
    }

    private static ToolPiece piece(JsonNode piece) {
        return switch (piece.path("type").asText("")) {
            case "text" -> new ToolPiece.Text(piece.path("text").asText(""));
            case "image", "audio" ->
                new ToolPiece.Bytes(
                        piece.path("type").asText(),
                        text(piece, "mimeType"),
                        null,
                        piece.path("data").asText(""));
            case "resource" -> resource(piece);
            default -> other(piece);
        };
    }

    private static ToolPiece resource(JsonNode piece) {
        JsonNode resource = piece.path("resource");
        return resource.path("blob").isTextual()
                ? new ToolPiece.Bytes(
                        "file",
                        text(resource, "mimeType"),
                        null,
                        resource.path("blob").asText())
                : other(piece);
    }

    private static ToolPiece other(JsonNode piece) {
        return piece instanceof ObjectNode object ? new ToolPiece.Other(object) : new ToolPiece.Text(piece.toString());
    }

    private static @Nullable String text(JsonNode piece, String field) {
        String text = piece.path(field).textValue();
        return text == null || text.isBlank() || text.length() > 200 ? null : text;
    }
}
