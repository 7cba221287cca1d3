package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The beginning of an output that the host has truncated. Its value is the answer of the tool, {@code {content: [text…], is_error, truncated: true}},
 * of which models and people read the texts alone.
 *
 * @param beginning the texts
 * @param mark one line that states the size of the whole output
 */
public record TruncatedOutput(String beginning, String mark) {
    /** Reads an output; empty if it is not truncated, or has other parts than texts. */
    public static Optional<TruncatedOutput> of(ActionOutput output) {
        JsonNode value = output.value();
        if (value == null
                || !value.path("truncated").asBoolean()
                || !value.has("is_error")
                || !isTexts(value.path("content"))) {
            return Optional.empty();
        }
        String texts = value.path("content")
                .valueStream()
                .map(part -> part.path("text").textValue())
                .collect(Collectors.joining("\n"));
        String mark = output.reference() == null
                ? "[beginning of a larger output, which is not stored]"
                : "[beginning of an output of " + output.bytes() + " bytes]";
        return Optional.of(new TruncatedOutput(texts, mark));
    }

    private static boolean isTexts(JsonNode content) {
        return content.isArray()
                && !content.isEmpty()
                && content.valueStream().allMatch(part -> part.path("text").isTextual());
    }

    /** The texts, and the mark below them. */
    String whole() {
        return beginning.strip() + "\n" + mark;
    }

    /** As much of the texts as fits beside the mark; empty if not even the mark fits. */
    String within(TextLimiter limiter, int most) {
        return limiter.fits(whole(), most) ? whole() : limiter.beginning(beginning, "…\n" + mark, most);
    }
}
