package dev.agenthost.context.artifact;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to upload, before its validation.
 *
 * @param length value of {@code Upload-Length}
 * @param metadata decoded pairs of {@code Upload-Metadata}; unknown names are ignored, as tus requires
 */
public record UploadRequest(@Nullable String length, Map<String, String> metadata) {
    public UploadRequest {
        metadata = Map.copyOf(metadata);
    }

    /** Returns the value of our own name, else of the name that tus clients use. */
    @Nullable
    String either(String name, String alias) {
        return metadata.getOrDefault(name, metadata.get(alias));
    }

    @Nullable
    String field(String name) {
        return metadata.get(name);
    }
}
