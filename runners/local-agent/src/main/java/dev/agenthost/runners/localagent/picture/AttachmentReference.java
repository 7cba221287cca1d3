package dev.agenthost.runners.localagent.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.ArtifactRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that is kept elsewhere and came with a message.
 *
 * @param kind {@code image}, {@code file} and so on, where somebody said it
 * @param size bytes, as somebody said
 */
public record AttachmentReference(
        String artifactId,
        @Nullable String kind,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long size) {
    /** Assumed of what nobody said the size of. */
    private static final long USUAL = 1024 * 1024;

    private static final int LONGEST_NAME = 200;

    static AttachmentReference of(ArtifactRef ref) {
        return new AttachmentReference(ref.artifactId(), ref.artifactType(), ref.mimeType(), ref.name(), ref.size());
    }

    /** As the transcript has it; empty for what names nothing. */
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

    /** Whether it is worth a look: somebody calls it an image, or nobody calls it anything. */
    boolean mayBeImage() {
        if (mimeType != null && !mimeType.isBlank()) {
            return mimeType.startsWith("image/");
        }
        return kind == null || kind.isBlank() || kind.equals("image");
    }

    long weight() {
        return size == null ? USUAL : Math.clamp(size, 0, ImageLoader.MOST_BYTES);
    }

    /** What the model is told where it is not shown the thing itself. */
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
