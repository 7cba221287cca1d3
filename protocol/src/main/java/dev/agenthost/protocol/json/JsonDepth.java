package dev.agenthost.protocol.json;

import com.fasterxml.jackson.databind.JsonNode;

/** The nesting of JSON values. A text or a number has no depth, an empty object or list has one level. */
public final class JsonDepth {
    private JsonDepth() {}

    /** Returns true if the value has more than {@code levels} levels; stops at the first level beyond. */
    public static boolean exceeds(JsonNode value, int levels) {
        if (!value.isContainerNode()) {
            return false;
        }
        if (levels == 0) {
            return true;
        }
        for (JsonNode child : value) {
            if (exceeds(child, levels - 1)) {
                return true;
            }
        }
        return false;
    }
}
