package dev.agenthost.protocol.json;

import com.fasterxml.jackson.databind.JsonNode;

/** How deep values lie inside one another. A text or a number lies at no depth, an empty object or list at one level. */
public final class JsonDepth {
    private JsonDepth() {}

    /** Whether it nests deeper than so many levels; looks no further than it must. */
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
