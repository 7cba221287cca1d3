package dev.agenthost.im.chat.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A marked range of a text (<a href="https://core.telegram.org/bots/api#messageentity">MessageEntity</a>).
 *
 * @param offset of its first UTF-16 unit
 * @param length in UTF-16 units
 * @param value the address of a link, the language of a code block, the level of a heading; else null
 */
public record TextEntity(
        Type type, int offset, int length, @Nullable String value) {

    /** The kinds that the renderer uses. */
    public enum Type {
        BOLD,
        ITALIC,
        STRIKETHROUGH,
        BLOCKQUOTE,
        CODE,
        PRE,
        TEXT_LINK,
        /** A heading with its level from 1 as the value; only {@link MarkdownReader#readWithHeadings} makes it. */
        HEADING;

        /** True for marks that contain others and are part of others, except code (https://core.telegram.org/bots/api#formatting-options). */
        boolean isStyle() {
            return this == BOLD || this == ITALIC || this == STRIKETHROUGH;
        }

        boolean isCode() {
            return this == CODE || this == PRE;
        }
    }

    public TextEntity {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException("offset " + offset + ", length " + length);
        }
    }

    public int end() {
        return offset + length;
    }

    /** Returns the part of this entity within a range, with offsets from its beginning; null if there is none. */
    @Nullable
    TextEntity within(int from, int to) {
        int begin = Math.max(offset, from);
        int end = Math.min(end(), to);
        return begin < end ? new TextEntity(type, begin - from, end - begin, value) : null;
    }

    /** Returns the entity that {@link #writeTo} wrote. */
    static TextEntity of(JsonNode entity) {
        Type type = Type.valueOf(entity.path("type").asText().toUpperCase(Locale.ROOT));
        return new TextEntity(
                type,
                entity.path("offset").asInt(),
                entity.path("length").asInt(),
                entity.path(type == Type.TEXT_LINK ? "url" : "language").textValue());
    }

    void writeTo(ObjectNode entity) {
        entity.put("type", type.name().toLowerCase(Locale.ROOT))
                .put("offset", offset)
                .put("length", length);
        if (value != null) {
            entity.put(type == Type.TEXT_LINK ? "url" : "language", value);
        }
    }
}
