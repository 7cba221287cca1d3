package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code result} of a {@code call_tool}: {@code {content, structured_content?, is_error}}. One that is too large is said by its
 * head; the whole is an artifact of the run.
 */
public final class ToolBody {
    /** Bytes of a result that is said as it is. */
    public static final int MOST = 64 * 1024;
    /** Characters of the head of a larger one. */
    static final int HEAD = 4 * 1024;

    private ToolBody() {}

    public static ObjectNode whole(List<? extends JsonNode> content, @Nullable JsonNode structured, boolean isError) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putArray("content").addAll(List.copyOf(content));
        if (structured != null) {
            body.set("structured_content", structured);
        }
        return body.put("is_error", isError);
    }

    public static ObjectNode text(String text) {
        return JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
    }

    /** Bytes that were kept. */
    public static ObjectNode artifact(String type, ArtifactMetadata kept) {
        return reference(kept).put("type", type);
    }

    /** Bytes that were not. */
    public static ObjectNode omitted(String type, String why) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "omitted")
                .put("was", type)
                .put("reason", why);
    }

    /** The text of a result that is nothing but text; else the result as JSON. */
    public static KeptText kept(ObjectNode whole) {
        StringBuilder text = new StringBuilder();
        boolean isText = !whole.has("structured_content");
        for (JsonNode piece : whole.path("content")) {
            isText = isText && piece.path("type").asText().equals("text");
            text.append(text.isEmpty() ? "" : "\n").append(piece.path("text").asText(""));
        }
        return isText
                ? new KeptText("tool-result.txt", text.toString())
                : new KeptText("tool-result.json", whole.toString());
    }

    /**
     * @param artifact the artifact with the whole text; null if it could not be stored
     * @param why it could not
     */
    public static ObjectNode head(
            KeptText whole, boolean isError, @Nullable ArtifactMetadata artifact, @Nullable String why) {
        ObjectNode body = whole(List.of(text(beginning(whole.text()))), null, isError);
        body.put("truncated", true);
        if (artifact != null) {
            body.set("artifact", reference(artifact));
        } else {
            body.put("reason", why);
        }
        return body;
    }

    /** @param name says of which kind it is */
    public record KeptText(String name, String text) {}

    private static ObjectNode reference(ArtifactMetadata kept) {
        ObjectNode reference = JsonNodeFactory.instance.objectNode().put("artifact_id", kept.artifactId());
        reference.put("mime_type", kept.mimeType());
        reference.put("name", kept.name());
        reference.put("size_bytes", kept.sizeBytes());
        if (kept.sha256() != null) {
            reference.put("sha256", kept.sha256());
        }
        if (kept.summary() != null) {
            reference.put("summary", kept.summary());
        }
        if (kept.expiresAt() != null) {
            reference.put("expires_at", kept.expiresAt());
        }
        if (kept.permissions() != null) {
            kept.permissions().forEach(reference.putArray("permissions")::add);
        }
        return reference;
    }

    private static String beginning(String text) {
        if (text.length() <= HEAD) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(HEAD - 1)) ? HEAD - 1 : HEAD;
        return text.substring(0, end) + "…";
    }
}
