package dev.agenthost.runners.localagent.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.ArtifactRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reference to an artifact that came with a message.
 *
 * @param kind {@code image}, {@code file} and so on; null if unknown
 * @param size bytes, as declared; null if unknown
 */
public record AttachmentReference(
        String artifactId,
        @Nullable String kind,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long size) {
    /** The assumed size of an artifact without a declared one. */
    private static final long USUAL = 1024 * 1024;

    private static final int LONGEST_NAME = 200;

    static AttachmentReference of(ArtifactRef ref) {
        return new AttachmentReference(ref.artifactId(), ref.artifactType(), ref.mimeType(), ref.name(), ref.size());
    }

    /** Parses a reference of the transcript; empty if it has no id. */
    static Optional<AttachmentReference> of(JsonNode ref) {
        String id = ref.path("artifact_id").asText("");
        return id.isBlank()
                ? Optional.empty()
                : Optional.of(new AttachmentReference(
                        id,
                        ref.path("artifact_type").textValue(),
                        ref.path("mime_type").textValue(),
                        ref.path("name").textValue(),
                        ref.path("size").isIntegralNumber() ? ref.path("size").longValue() : null));
    }

    /** Returns true if the artifact may be an image: its type says so, or it has no type. */
    boolean mayBeImage() {
        if (mimeType != null && !mimeType.isBlank()) {
            return mimeType.startsWith("image/");
        }
        return kind == null || kind.isBlank() || kind.equals("image");
    }

    long weight() {
        return size == null ? USUAL : Math.clamp(size, 0, ImageLoader.MOST_BYTES);
    }

    /** The text for the model in place of an artifact that it does not receive. */
    String note() {
        String called = name == null || name.isBlank() ? "without a name" : name;
        String type = mimeType == null || mimeType.isBlank() ? "of unknown type" : mimeType;
        return "[Attached, but you cannot see it: " + oneLine(called) + ", " + oneLine(type) + "]";
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\[\\]]+", " ").strip();
        int end = line.offsetByCodePoints(0, Math.min(LONGEST_NAME, line.codePointCount(0, line.length())));
        return line.substring(0, end);
    }
}
