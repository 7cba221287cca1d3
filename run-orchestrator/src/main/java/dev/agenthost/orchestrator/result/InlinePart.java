package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes in one part of a message: base64 in a field that is named for it, or a {@code data:} address.
 *
 * @param at the index in the message's content, from 0
 * @param artifactType {@code image} or {@code file}
 * @param mimeType the type in the address; null without one
 * @param name of the file; null where it has none
 */
public record InlinePart(
        int at,
        String artifactType,
        String base64,
        @Nullable String mimeType,
        @Nullable String name) {
    private static final List<String> WORDS = List.of("type", "text", "file_name");
    private static final String BASE64 = ";base64";

    public InlinePart {
        Fields.within(at, 0, Integer.MAX_VALUE, "at");
        Fields.text(artifactType, "artifact_type");
        Fields.text(base64, "base64");
    }

    /** Of one part; the first, where several of its fields hold bytes. */
    static Optional<InlinePart> of(int at, JsonNode part) {
        for (Map.Entry<String, JsonNode> field : part.properties()) {
            String value = bytes(field.getKey(), field.getValue());
            if (value != null) {
                return Optional.of(
                        read(at, field.getKey(), value, part.path("file_name").textValue()));
            }
        }
        return Optional.empty();
    }

    /** Returns true if that field of a part holds bytes. */
    static boolean isBytes(String field, JsonNode value) {
        return bytes(field, value) != null;
    }

    private static InlinePart read(int at, String field, String value, @Nullable String name) {
        String type = field.startsWith("image") ? "image" : "file";
        int comma = value.indexOf(',');
        return isAddress(value)
                ? new InlinePart(at, type, inOneLine(value.substring(comma + 1)), mimeType(value), name)
                : new InlinePart(at, type, inOneLine(value), null, name);
    }

    /** As it stands there; null where that is none. */
    private static @Nullable String bytes(String field, JsonNode value) {
        if (WORDS.contains(field)) {
            return null;
        }
        String text = value.isObject() ? value.path("url").textValue() : value.textValue();
        if (text == null || text.isBlank()) {
            return null;
        }
        if (isAddress(text)) {
            return text.indexOf(',') + 1 < text.strip().length() ? text : null;
        }
        boolean named = value.isTextual() && field.toLowerCase(Locale.ROOT).endsWith("base64");
        return named && !startsAsAddress(text) ? text : null;
    }

    private static boolean isAddress(String text) {
        int comma = text.indexOf(',');
        return startsAsAddress(text)
                && comma >= 0
                && text.regionMatches(true, comma - BASE64.length(), BASE64, 0, BASE64.length());
    }

    private static boolean startsAsAddress(String text) {
        return text.regionMatches(true, 0, "data:", 0, 5);
    }

    /** Returns the type of a {@code data:} address; null if it has no subtype, as context-store then detects the type from the bytes. */
    private static @Nullable String mimeType(String address) {
        int end = Math.min(address.indexOf(';'), address.indexOf(','));
        String type = address.substring(5, end).strip();
        return type.contains("/") ? type : null;
    }

    /** Some write base64 in lines. */
    private static String inOneLine(String base64) {
        String whole = base64.strip();
        return whole.indexOf('\n') < 0 ? whole : whole.replace("\r", "").replace("\n", "");
    }
}
