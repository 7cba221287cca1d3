package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The {@code result} of a {@code call_tool}: {@code {content, structured_content?, is_error}}. A result that is too large is truncated;
 * the complete result becomes an artifact of the run.
 */
public final class ToolBody {
    /** The most bytes of a result that is not truncated. */
    public static final int MOST = 64 * 1024;
    /** Characters of the beginning of a truncated result. */
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

    /** Returns the reference to an artifact that stores the bytes of a content part. */
    public static ObjectNode artifact(String type, ArtifactMetadata artifact) {
        return reference(artifact).put("type", type);
    }

    /** Returns the placeholder of a content part that was not stored. */
    public static ObjectNode omitted(String type, String why) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "omitted")
                .put("was", type)
                .put("reason", why);
    }

    /** Returns the text of a result that has only text; else the result as JSON. */
    public static SerializedResult serialize(ObjectNode whole) {
        StringBuilder texts = new StringBuilder();
        boolean isText = !whole.has("structured_content");
        for (JsonNode part : whole.path("content")) {
            isText = isText && part.path("type").asText().equals("text");
            texts.append(texts.isEmpty() ? "" : "\n").append(part.path("text").asText(""));
        }
        String text = texts.toString();
        if (isText) {
            return new SerializedResult("tool-result.txt", text, text, bytes(text));
        }
        String json = whole.toString();
        String structured = whole.path("structured_content").toString();
        return new SerializedResult(
                "tool-result.json",
                json,
                Stream.of(text, structured)
                        .filter(part -> part.length() >= HEAD)
                        .findFirst()
                        .orElse(json),
                bytes(structured.isEmpty() ? json : structured));
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /**
     * @param artifact the artifact with the complete text; null if it was not stored
     * @param why the reason if it was not stored
     */
    public static ObjectNode head(
            SerializedResult whole, boolean isError, @Nullable ArtifactMetadata artifact, @Nullable String why) {
        ObjectNode body = whole(List.of(text(beginning(whole.readable()))), null, isError);
        body.put("truncated", true);
        if (artifact != null) {
            body.set("artifact", reference(artifact));
        } else {
            body.put("reason", why);
        }
        return body.put("output_bytes", whole.outputBytes());
    }

    /**
     * @param name the file name, which has the type
     * @param text all of it
     * @param readable what the head is the beginning of: its texts; its structured content if they are short; all of it if both are
     * @param outputBytes size in UTF-8 of what a reader takes from the result: of the structured content alone if there is one, whose copy
     *     the texts mostly are; else of all of it
     */
    public record SerializedResult(String name, String text, String readable, long outputBytes) {}

    private static ObjectNode reference(ArtifactMetadata artifact) {
        ObjectNode reference = JsonNodeFactory.instance.objectNode().put("artifact_id", artifact.artifactId());
        reference.put("mime_type", artifact.mimeType());
        reference.put("name", artifact.name());
        reference.put("size_bytes", artifact.sizeBytes());
        if (artifact.sha256() != null) {
            reference.put("sha256", artifact.sha256());
        }
        if (artifact.summary() != null) {
            reference.put("summary", artifact.summary());
        }
        if (artifact.expiresAt() != null) {
            reference.put("expires_at", artifact.expiresAt());
        }
        if (artifact.permissions() != null) {
            artifact.permissions().forEach(reference.putArray("permissions")::add);
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
