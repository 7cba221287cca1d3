package dev.agenthost.actiongraph.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.JsonDepth;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Parses the JSON of a declaration within bounds. Duplicate members, comments and content after the end are errors. */
public final class BoundedJson {
    /** Most characters of a declaration. Long text belongs into Markdown sections. */
    public static final int MAX_CHARACTERS = 256 * 1024;
    /** Most levels of nesting. */
    public static final int MAX_DEPTH = 32;

    private BoundedJson() {}

    /** Returns the value, or null after it has added an error at {@code path}. */
    public static @Nullable JsonNode parse(String text, String path, ViolationCollector violations) {
        if (text.length() > MAX_CHARACTERS) {
            violations.error(
                    path,
                    Rule.JSON_TOO_LARGE,
                    "has " + text.length() + " characters; the limit is " + MAX_CHARACTERS
                            + ". Move long text into Markdown sections and refer to them with md:");
            return null;
        }
        try {
            JsonNode value = ProtocolCodec.readTree(text);
            return checked(value, path, violations);
        } catch (UndecodableException e) {
            violations.error(path, Rule.JSON_MALFORMED, e.why() + ". Send one complete JSON object");
            return null;
        }
    }

    /** Returns the value itself if it is not nested too deeply, or null after it has added an error. */
    public static @Nullable JsonNode checked(JsonNode value, String path, ViolationCollector violations) {
        if (JsonDepth.exceeds(value, MAX_DEPTH)) {
            violations.error(path, Rule.JSON_TOO_DEEP, "is nested deeper than " + MAX_DEPTH + " levels");
            return null;
        }
        return value;
    }
}
