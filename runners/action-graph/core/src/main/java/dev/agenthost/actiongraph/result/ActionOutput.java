package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The output of an action.
 *
 * @param value the output; a text is a JSON string. Null if there is none, or if it is only stored
 * @param reference the stored output, such as {@code artifact://run_1/inspect}; null if it is not stored
 * @param bytes size of the whole output as UTF-8 JSON
 */
public record ActionOutput(
        @Nullable JsonNode value, @Nullable String reference, long bytes) {
    /** No output. */
    public static final ActionOutput NONE = new ActionOutput(null, null, 0);

    public ActionOutput {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative");
        }
    }

    /** An output that is not stored as an artifact. */
    public static ActionOutput inline(JsonNode value) {
        return new ActionOutput(value, null, PrettyJson.bytes(value));
    }

    /** The same output, stored. */
    public ActionOutput storedAs(String artifact) {
        return new ActionOutput(value, artifact, bytes);
    }
}
