package dev.agenthost.context.artifact;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to upload, before anything of it is believed.
 *
 * @param length as {@code Upload-Length} has it
 * @param said as {@code Upload-Metadata} has it, decoded; what nobody knows in it is passed over, as tus has it
 */
public record UploadRequest(@Nullable String length, Map<String, String> said) {
    public UploadRequest {
        said = Map.copyOf(said);
    }

    /** Under the name that is ours, or the one that clients of tus use. */
    @Nullable
    String either(String ours, String theirs) {
        return said.getOrDefault(ours, said.get(theirs));
    }

    @Nullable
    String field(String name) {
        return said.get(name);
    }
}
