package dev.agenthost.im.discord.gateway;

import com.fasterxml.jackson.databind.JsonNode;
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
