package dev.agenthost.context.common;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Checks that PostgreSQL can store a text: it stores every character but one. */
public final class StoredText {
    /** Reason for the refusal of a text, to follow the name of its field. */
    public static final String WHY = "must not contain the character U+0000";

    private StoredText() {}

    /** Returns true if PostgreSQL can store the text. */
    public static boolean fits(String text) {
        return text.indexOf('\0') < 0;
    }

    /** Returns true if PostgreSQL can store each text in the value. */
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
