package dev.agenthost.gateway.deadletter.http;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.gateway.deadletter.DeadLetterContent;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as REST shows it alone.
 *
 * @param key as text, the first {@value #MOST_TEXT} characters
 * @param valueFormat {@code json}, {@code text} or {@code base64}; absent with the value
 * @param value the first {@value #MOST_BYTES} bytes of it
 */
record ContentDocument(
        @JsonUnwrapped DeadLetterDocument record,
        List<HeaderDocument> headers,
        @Nullable String key,
        @Nullable String valueFormat,
        @Nullable JsonNode value,
        boolean valueTruncated) {
    static final int MOST_BYTES = 64 * 1024;
    static final int MOST_TEXT = 1_000;

    /** A header, its value as text. */
    record HeaderDocument(String name, @Nullable String value) {}

    static ContentDocument of(DeadLetterDocument record, DeadLetterContent content) {
        byte[] value = content.value();
        return new ContentDocument(
                record,
                content.headers().stream()
                        .map(header -> new HeaderDocument(header.name(), text(header.value())))
                        .toList(),
                text(content.key()),
                value == null ? null : format(value),
                value == null ? null : shown(value),
                value != null && value.length > MOST_BYTES);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT);
    }

    private static String format(byte[] value) {
        return json(value) != null ? "json" : utf8(value) != null ? "text" : "base64";
    }

    private static JsonNode shown(byte[] value) {
        JsonNode json = json(value);
        if (json != null) {
            return json;
        }
        String text = utf8(value);
        return TextNode.valueOf(text == null ? Base64.getEncoder().encodeToString(cut(value, MOST_BYTES)) : text);
    }

    private static @Nullable JsonNode json(byte[] value) {
        try {
            return value.length <= MOST_BYTES ? ProtocolCodec.readTree(value) : null;
        } catch (UndecodableException other) {
            return null;
        }
    }

    /** Returns the text, without the character that the limit cuts in two; null if the bytes are no UTF-8. */
    private static @Nullable String utf8(byte[] value) {
        int end = Math.min(value.length, MOST_BYTES);
        while (end < value.length && end > MOST_BYTES - 4 && (value[end] & 0xC0) == 0x80) {
            end--;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value, 0, end))
                    .toString();
        } catch (CharacterCodingException binary) {
            return null;
        }
    }

    private static byte[] cut(byte[] value, int most) {
        return value.length <= most ? value : Arrays.copyOf(value, most);
    }
}
