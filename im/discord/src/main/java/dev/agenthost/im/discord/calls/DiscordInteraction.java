package dev.agenthost.im.discord.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * An interaction that waits for its response
 * (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object).
 *
 * @param id of the interaction
 * @param token admits to its response for 15 minutes, so it is not printed
 * @param type {@link #COMMAND}, {@link #COMPONENT}, {@link #AUTOCOMPLETE} or {@link #MODAL}
 */
public record DiscordInteraction(String id, String token, int type) {
    /** An application command. */
    public static final int COMMAND = 2;
    /** A button, or another component of a message. */
    public static final int COMPONENT = 3;
    /** A person types into a command. */
    public static final int AUTOCOMPLETE = 4;
    /** A submitted form. */
    public static final int MODAL = 5;

    /** Returns the interaction of a payload that waits for its response; empty if it is none. */
    public static Optional<DiscordInteraction> read(JsonNode payload) {
        String id = payload.path("id").asText();
        String token = payload.path("token").asText();
        return id.matches("[0-9]{1,20}") && isToken(token)
                ? Optional.of(
                        new DiscordInteraction(id, token, payload.path("type").asInt()))
                : Optional.empty();
    }

    /** Returns true for a text that may stand in a path as the token of an interaction. */
    public static boolean isToken(String text) {
        return text.matches("[A-Za-z0-9_.-]{1,1000}");
    }

    @Override
    public String toString() {
        return "DiscordInteraction[" + id + "]";
    }
}
