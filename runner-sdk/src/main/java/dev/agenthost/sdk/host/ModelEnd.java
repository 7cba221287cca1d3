package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The end of a streamed answer of a model.
 *
 * @param usage an object; null if the provider does not report it
 * @param finishReason as the provider reports it, {@code stop}, {@code tool_calls} or {@code length} for instance; null if it does not
 */
public record ModelEnd(@Nullable JsonNode usage, @Nullable String finishReason) {
    static final ModelEnd UNKNOWN = new ModelEnd(null, null);

    private static final Set<String> CUT = Set.of("length", "content_filter");

    static boolean isComplete(@Nullable String finishReason) {
        return finishReason == null || !CUT.contains(finishReason);
    }
}
