package dev.agenthost.context.common;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** PostgreSQL stores every character but one. */
public final class StoredText {
    /** Why a text is refused, to follow the name of its field. */
    public static final String WHY = "must not contain the character U+0000";

    private StoredText() {}

    /** Whether PostgreSQL can hold that text. */
    public static boolean fits(String text) {
        return text.indexOf('\0') < 0;
    }

    /** Whether PostgreSQL can hold each text in it. */
    public static boolean fits(JsonNode value) {
        if (value.isTextual()) {
            return fits(value.textValue());
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            if (!fits(field.getKey())) {
                return false;
            }
        }
        for (JsonNode element : value) {
            if (!fits(element)) {
                return false;
            }
        }
        return true;
    }
}
