package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** An object of OneBot. A member that is absent or of another type than expected reads as absent; nothing fails. */
record OneBotObject(ObjectNode node) {
    private static final String DIGITS = "-?\\d{1,18}";

    static @Nullable OneBotObject of(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? new OneBotObject(object) : null;
    }

    /** Returns the text, also of a number; null if it is absent or empty. */
    @Nullable
    String text(String name) {
        JsonNode value = node.path(name);
        String text = value.isNumber() ? value.asText() : value.textValue();
        return text == null || text.isEmpty() ? null : text;
    }

    /** Returns the integer. Parameters of segments are texts, and some implementations send ids as texts, too. */
    @Nullable
    Long number(String name) {
        JsonNode value = node.path(name);
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue();
        }
        return value.isTextual() && value.textValue().matches(DIGITS) ? Long.valueOf(value.textValue()) : null;
    }

    /** Returns the id of a person or group, which is positive; null for none. */
    @Nullable
    Long id(String name) {
        Long id = number(name);
        return id == null || id <= 0 ? null : id;
    }

    @Nullable
    OneBotObject object(String name) {
        return of(node.get(name));
    }
}
