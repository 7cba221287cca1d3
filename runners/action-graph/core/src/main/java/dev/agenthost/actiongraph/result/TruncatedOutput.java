package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The beginning of an output that the host has truncated. Its value is the answer of the tool, {@code {content: [text…], is_error, truncated: true}},
 * of which models and people read the texts alone.
 *
 * @param beginning the texts
 * @param mark one line that states the size of the whole output, and the reason if it is not stored
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
        return Optional.of(
                new TruncatedOutput(texts, output.reference() == null ? unstored(value) : mark(output.bytes(), "")));
    }

    /** An earlier host does not state the size of what it has not stored. */
    private static String unstored(JsonNode value) {
        String rest = "; the rest is not stored: " + value.path("reason").asText("the host does not state why");
        return value.has("output_bytes")
                ? mark(value.path("output_bytes").asLong(), rest)
                : "[beginning of a larger output" + rest + "]";
    }

    private static String mark(long bytes, String rest) {
        return "[beginning of an output of " + bytes + " bytes" + rest + "]";
    }

    private static boolean isTexts(JsonNode content) {
        return content.isArray()
                && !content.isEmpty()
                && content.valueStream().allMatch(part -> part.path("text").isTextual());
    }

    /** The texts, and the mark below them. */
    public String whole() {
        return beginning.strip() + "\n" + mark;
    }

    /** As much of the texts as fits beside the mark into that many characters. */
    String within(int characters) {
        return TextLimiter.characters(beginning.strip(), characters - mark.length() - 1) + "\n" + mark;
    }

    /** As much of the texts as fits beside the mark; empty if not even the mark fits. */
    String within(TextLimiter limiter, int most) {
        return limiter.fits(whole(), most) ? whole() : limiter.beginning(beginning, "…\n" + mark, most);
    }
}
