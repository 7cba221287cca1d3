package dev.agenthost.im.discord.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Finds the member that the platform refuses (https://docs.discord.com/developers/reference#error-messages). */
final class DiscordFormError {
    private static final String ERRORS = "_errors";
    private static final int DEEPEST = 20;

    private DiscordFormError() {}

    /** Returns the first refused member with its error, for instance {@code content BASE_TYPE_MAX_LENGTH}; empty for none. */
    static String first(JsonNode answer) {
        return first(answer.path("errors"), "", 0);
    }

    private static String first(JsonNode errors, String path, int depth) {
        JsonNode error = errors.path(ERRORS).path(0);
        if (!error.isMissingNode()) {
            return (path + " " + error.path("code").asText()).strip();
        }
        for (Map.Entry<String, JsonNode> member : errors.properties()) {
            String deeper = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
            String found = depth > DEEPEST ? "" : first(member.getValue(), deeper, depth + 1);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }
}
