package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The interactions of {@link ScriptedDiscord} that wait for their response
 * (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback).
 */
final class ScriptedDiscordInteractions {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final Map<String, Instant> open = new HashMap<>();
    private static final int MODAL = 9;

    private final Map<String, ObjectNode> responses = new HashMap<>();

    /** Begins an interaction that may be responded to for 3 s. */
    synchronized void begin(String id, String token) {
        begin(id, token, Instant.now());
    }

    synchronized void begin(String id, String token, Instant at) {
        open.put(id + "/" + token, at);
    }

    synchronized Optional<ObjectNode> response(String id) {
        return Optional.ofNullable(responses.get(id));
    }

    private static void checkModal(JsonNode data) {
        try {
            ScriptedDiscordModal.check(data);
        } catch (IllegalArgumentException invalid) {
            throw DiscordRefusal.ofMember(String.valueOf(invalid.getMessage()), "BASE_TYPE_BAD_LENGTH");
        }
    }

    /** The codes are those of https://docs.discord.com/developers/topics/opcodes-and-status-codes#json. */
    synchronized Optional<ObjectNode> respond(String id, String token, ObjectNode body) {
        Instant since = open.get(id + "/" + token);
        if (since == null || since.plus(LIMIT).isBefore(Instant.now())) {
            throw new DiscordRefusal(404, 10062, "Unknown interaction");
        }
        if (responses.containsKey(id)) {
            throw new DiscordRefusal(400, 40060, "Interaction has already been acknowledged.");
        }
        if (!String.valueOf(body.path("type").asInt()).matches("[456789]|10|12")) {
            throw DiscordRefusal.ofMember("type", "BASE_TYPE_CHOICES");
        }
        if (body.path("type").asInt() == MODAL) {
            checkModal(body.path("data"));
        }
        responses.put(id, body);
        return Optional.empty();
    }
}
