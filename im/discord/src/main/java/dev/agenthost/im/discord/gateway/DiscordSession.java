package dev.agenthost.im.discord.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session of the gateway, which another connection may resume
 * (https://docs.discord.com/developers/events/gateway#preparing-to-resume). The holder of the connection stores the sequence of the
 * last event that was published, so that a resumed connection repeats the others.
 *
 * @param id of the session; it admits to it, so it is not printed
 * @param resumeUrl the address for a connection that resumes it
 * @param userId of the bot; null if the platform did not name it
 * @param sequence of the last event
 */
public record DiscordSession(
        String id, String resumeUrl, @Nullable String userId, long sequence) {
    private static final String VERSION = "/?v=10&encoding=json";

    /** Reads the event {@code READY} (https://docs.discord.com/developers/events/gateway-events#ready); empty if it lacks a member. */
    static Optional<DiscordSession> of(JsonNode ready, long sequence) {
        String id = ready.path("session_id").asText();
        String url = ready.path("resume_gateway_url").asText();
        String user = ready.path("user").path("id").textValue();
        return id.isEmpty() || !isAddress(url)
                ? Optional.empty()
                : Optional.of(new DiscordSession(id, url, user, sequence));
    }

    /** Reads a session that {@link #json} wrote; empty if it lacks a member. */
    public static Optional<DiscordSession> read(JsonNode stored) {
        String id = stored.path("session_id").asText();
        String url = stored.path("resume_gateway_url").asText();
        JsonNode sequence = stored.path("sequence");
        return id.isEmpty() || !isAddress(url) || !sequence.canConvertToLong()
                ? Optional.empty()
                : Optional.of(new DiscordSession(id, url, stored.path("user_id").textValue(), sequence.asLong()));
    }

    /** Returns the session as it is stored, for a later holder of the connection. */
    public ObjectNode json() {
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        stored.put("session_id", id).put("resume_gateway_url", resumeUrl).put("sequence", sequence);
        return userId == null ? stored : stored.put("user_id", userId);
    }

    /** Returns the session as it was after that event. */
    public DiscordSession asOf(long published) {
        return new DiscordSession(id, resumeUrl, userId, published);
    }

    /** Returns the session after an event; its sequence never decreases. */
    public DiscordSession at(long newSequence) {
        return new DiscordSession(id, resumeUrl, userId, Math.max(sequence, newSequence));
    }

    /** Returns true for the address of a WebSocket. */
    static boolean isAddress(String url) {
        return url.matches("wss?://[!-~]{1,500}");
    }

    /**
     * Returns the address with the version and the encoding that this host reads
     * (https://docs.discord.com/developers/events/gateway#connecting).
     */
    static String versioned(String url) {
        return url.replaceFirst("[?#].*", "").replaceFirst("/+$", "") + VERSION;
    }

    @Override
    public String toString() {
        return "DiscordSession[" + sequence + "]";
    }
}
