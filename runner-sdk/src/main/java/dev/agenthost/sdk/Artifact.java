package dev.agenthost.sdk;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.ArtifactCreated;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Makes artifacts with inline bytes, at most 1 MiB, for {@link RunOutput#artifact(ArtifactCreated)}. The host assigns each its id.
 */
public final class Artifact {
    private Artifact() {}

    /**
     * A picture.
     *
     * @param mimeType for instance {@code image/png}
     */
    public static ArtifactCreated image(String name, String mimeType, byte[] content) {
        return of("image", name, mimeType, content, null);
    }

    /** A file of any type. */
    public static ArtifactCreated file(String name, String mimeType, byte[] content) {
        return of("file", name, mimeType, content, null);
    }

    /** A file of plain text, in UTF-8. */
    public static ArtifactCreated text(String name, String content) {
        return file(name, "text/plain", content.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Any artifact.
     *
     * @param artifactType for instance {@code image}, {@code file}
     * @param summary a description, at most 500 characters; null for none
     */
    public static ArtifactCreated of(
            String artifactType, String name, String mimeType, byte[] content, @Nullable String summary) {
        return new ArtifactCreated(
                artifactType,
                null,
                mimeType,
                name,
                (long) content.length,
                null,
                Fields.object(null),
                Base64.getEncoder().encodeToString(content),
                null,
                summary,
                null);
    }
}
