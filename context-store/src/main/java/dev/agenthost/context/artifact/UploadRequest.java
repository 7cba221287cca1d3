package dev.agenthost.context.artifact;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to upload, before its validation.
 *
 * @param length value of {@code Upload-Length}
 * @param said decoded pairs of {@code Upload-Metadata}; unknown names are ignored, as tus requires
 */
public record UploadRequest(@Nullable String length, Map<String, String> said) {
    public UploadRequest {
        said = Map.copyOf(said);
    }

    /** Returns the value of our own name, else of the name that tus clients use. */
    @Nullable
    String either(String ours, String theirs) {
        return said.getOrDefault(ours, said.get(theirs));
    }

    @Nullable
    String field(String name) {
        return said.get(name);
    }
}
