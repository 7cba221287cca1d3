package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events and interactions with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class DiscordEventCases {
    /** The time at which the events of the cases arrive. */
    public static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static final String SESSION = "session";

    private DiscordEventCases() {}

    /** Returns the bot of the cases. @param onlyGuild the only server of it; null for any */
    public static DiscordIdentity bot(@Nullable String onlyGuild) {
        return new DiscordIdentity("support", "800", "800", onlyGuild).as("900");
    }

    public static List<JsonNode> all() {
        try (InputStream file = DiscordEventCases.class.getResourceAsStream("/discord/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the event of a case. */
    public static DiscordDispatch dispatch(JsonNode row) {
        JsonNode event = row.path("event");
        return new DiscordDispatch(
                SESSION, event.path("s").asLong(), event.path("t").asText(), event.path("d"));
    }

    static String sessionKey() {
        return UUID.nameUUIDFromBytes(SESSION.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
