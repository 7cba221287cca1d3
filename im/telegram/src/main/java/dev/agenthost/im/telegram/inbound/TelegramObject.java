package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object of the Bot API. A member that is absent or of another type than expected reads as absent; nothing fails. */
record TelegramObject(ObjectNode node) {

    static @Nullable TelegramObject of(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? new TelegramObject(object) : null;
    }

    /** Returns the text; null if it is absent or empty. */
    @Nullable
    String text(String name) {
        String text = node.path(name).textValue();
        return text == null || text.isEmpty() ? null : text;
    }

    /** Returns the integer; ids of the Bot API have up to 52 bits. */
    @Nullable
    Long number(String name) {
        JsonNode value = node.path(name);
        return value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : null;
    }

    boolean flag(String name) {
        return node.path(name).booleanValue();
    }

    boolean has(String name) {
        return node.hasNonNull(name);
    }

    @Nullable
    TelegramObject object(String name) {
        return of(node.get(name));
    }

    /** Returns the objects of an array; other elements are left out. */
    List<TelegramObject> list(String name) {
        List<TelegramObject> objects = new ArrayList<>();
        node.path(name).forEach(element -> {
            if (element instanceof ObjectNode object) {
                objects.add(new TelegramObject(object));
            }
        });
        return objects;
    }
}
