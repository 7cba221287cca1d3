package dev.agenthost.actiongraph.reference;

import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * An expanded prompt, as an executor receives it.
 *
 * @param text the text without references
 * @param sha256 digest of the text in UTF-8, 64 lower-case hexadecimal digits; the record of a run keeps it
 */
public record PromptText(String text, String sha256) {
    /** A prompt with its digest. */
    public static PromptText of(String text) {
        return new PromptText(text, Sha256.hex(text.getBytes(StandardCharsets.UTF_8)));
    }
}
