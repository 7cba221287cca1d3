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
    private static final String GONE = "…";
    private static final Pattern KEYS = Pattern.compile("(?i)\\b(?:sk|pk|rk)[-_][^\\s\"',;)]{4,}"
            + "|\\b(?:key|token)\\s*[:=]\\s*[^\\s\"',;)]{4,}"
            + "|\\bbearer\\s+[^\\s\"',;)]{4,}"
            + "|[A-Za-z0-9_\\-*.]{32,}");

    private ErrorRedactor() {}

    public static String of(String said, @Nullable String apiKey) {
        return without(
                said, apiKey == null || apiKey.isEmpty() ? SecretRedactor.NONE : new SecretRedactor(List.of(apiKey)));
    }

    /** @param secrecy the secrets that the provider received */
    public static String without(String said, SecretRedactor secrecy) {
        String text = said.length() > LONGEST_READ ? said.substring(0, LONGEST_READ) : said;
        return TruncatedText.line(
                KEYS.matcher(secrecy.without(message(text, secrecy))).replaceAll(GONE));
    }

    /** Of {@code {"error":{"message":…}}} and its relatives the sentence, of anything else the text; of JSON as it reads. */
    private static String message(String text, SecretRedactor secrecy) {
        try {
            JsonNode said = ProtocolCodec.readTree(text);
            for (String place : new String[] {"/error/message", "/error", "/message", "/detail"}) {
                if (said.at(place).isTextual()) {
                    return said.at(place).textValue();
                }
            }
            return secrecy.without(said).toString();
        } catch (UndecodableException e) {
            return text;
        }
    }
}
