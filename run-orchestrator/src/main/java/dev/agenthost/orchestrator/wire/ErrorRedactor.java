package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shortens a provider's failure text to one line without keys: some providers repeat the key that they received. */
public final class ErrorRedactor {
    private static final int LONGEST_READ = 16 * 1024;
    private static final String REDACTED = "…";
    private static final Pattern KEYS = Pattern.compile("(?i)\\b(?:sk|pk|rk)[-_][^\\s\"',;)]{4,}"
            + "|\\b(?:key|token)\\s*[:=]\\s*[^\\s\"',;)]{4,}"
            + "|\\bbearer\\s+[^\\s\"',;)]{4,}"
            + "|[A-Za-z0-9_\\-*.]{32,}");

    private ErrorRedactor() {}

    public static String of(String error, @Nullable String apiKey) {
        return without(
                error, apiKey == null || apiKey.isEmpty() ? SecretRedactor.NONE : new SecretRedactor(List.of(apiKey)));
    }

    /** @param secrecy the secrets that the provider received */
    public static String without(String error, SecretRedactor secrecy) {
        String text = error.length() > LONGEST_READ ? error.substring(0, LONGEST_READ) : error;
        return TruncatedText.line(
                KEYS.matcher(secrecy.without(message(text, secrecy))).replaceAll(REDACTED));
    }

    /** Returns the message of {@code {"error":{"message":…}}} and similar objects, else the complete text. */
    private static String message(String text, SecretRedactor secrecy) {
        try {
            JsonNode tree = ProtocolCodec.readTree(text);
            for (String pointer : new String[] {"/error/message", "/error", "/message", "/detail"}) {
                if (tree.at(pointer).isTextual()) {
                    return tree.at(pointer).textValue();
                }
            }
            return secrecy.without(tree).toString();
        } catch (UndecodableException e) {
            return text;
        }
    }
}
