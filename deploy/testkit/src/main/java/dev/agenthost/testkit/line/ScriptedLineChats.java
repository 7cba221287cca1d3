package dev.agenthost.testkit.line;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chats of one channel. A push follows https://developers.line.biz/en/reference/messaging-api/#send-push-message, its key .../#retry-api-request, and
 * the animation .../#display-a-loading-indicator. Assumed: the words for an id that is none; the order of the checks; a push to a group counts
 * once.
 */
final class ScriptedLineChats {
    private static final Duration KEY = Duration.ofHours(24);
    private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    /** A push that was accepted. */
    private record Accepted(String requestId, ObjectNode answer, Instant at) {}

    private final InstantSource clock;
    private final List<LineMessage> messages = new ArrayList<>();
    private final List<String> loading = new ArrayList<>();
    private final Map<String, Accepted> keys = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> blocked = new HashSet<>();
    private final Set<String> quotes = new HashSet<>();
    private long quota = Long.MAX_VALUE;
    private long nextId = 461_230_966_842_064_897L;

    ScriptedLineChats(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void leave(String chat) {
        gone.add(chat);
    }

    synchronized void block(String userId) {
        blocked.add(userId);
    }

    synchronized void quote(String chat, String token) {
        quotes.add(chat + " " + token);
    }

    synchronized void limit(long pushes) {
        quota = pushes;
    }

    synchronized List<LineMessage> messages(String chat) {
        return messages.stream().filter(message -> message.to().equals(chat)).toList();
    }

    synchronized List<String> loading() {
        return List.copyOf(loading);
    }

    /** @param key the retry key; null for none */
    synchronized ObjectNode push(String requestId, @Nullable String key, ObjectNode body) {
        if (key != null && !key.matches(UUID)) {
            throw new LineRefusal(400, "Invalid retry key");
        }
        Accepted earlier = key == null ? null : keys.get(key);
        if (earlier != null && earlier.at().plus(KEY).isAfter(clock.instant())) {
            throw LineRefusal.ofRepetition(earlier.requestId(), earlier.answer());
        }
        String to = body.path("to").asText();
        if (!to.matches("[UCR][0-9a-f]{32}")) {
            throw new LineRefusal(400, "The property, 'to', in the request body is invalid (line: -, column: -)");
        }
        LineMessageRules.check(body.path("messages"));
        checkQuotes(to, body.path("messages"));
        if (gone.contains(to)) {
            throw new LineRefusal(400, "Failed to send messages");
        }
        if (quota <= 0) {
            throw new LineRefusal(429, "You have reached your monthly limit.");
        }
        quota--;
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        for (JsonNode message : body.path("messages")) {
            show(to, message, answer);
        }
        if (key != null) {
            keys.put(key, new Accepted(requestId, answer, clock.instant()));
        }
        return answer;
    }

    /** A token is valid in its chat (https://developers.line.biz/en/docs/messaging-api/get-quote-tokens/); the words are assumed. */
    private void checkQuotes(String to, JsonNode sent) {
        for (JsonNode message : sent) {
            if (message.has("quoteToken")
                    && !quotes.contains(to + " " + message.path("quoteToken").asText())) {
                throw new LineRefusal(400, "Invalid quote token");
            }
        }
    }

    /** Accepts a message to a person who blocked the bot, and does not show it. */
    private void show(String to, JsonNode message, ObjectNode answer) {
        String id = Long.toString(nextId++);
        answer.withArrayProperty("sentMessages").addObject().put("id", id).put("quoteToken", "quote-" + id);
        if (!blocked.contains(to)) {
            messages.add(new LineMessage(id, to, message.deepCopy()));
        }
    }

    synchronized ObjectNode showLoading(ObjectNode body) {
        int seconds = body.path("loadingSeconds").asInt(20);
        String chat = body.path("chatId").asText();
        List<String> errors = new ArrayList<>();
        if (seconds < 5 || seconds > 60) {
            errors.add("loadingSeconds Must be between 5 and 60");
        }
        if (seconds % 5 != 0) {
            errors.add("loadingSeconds must be a multiple of five");
        }
        if (!chat.matches("U[0-9a-f]{32}")) {
            errors.add(
                    "chatId Only user id is acceptable, please confirm if there are any group/room ids or illegal ids.");
        }
        if (!errors.isEmpty()) {
            throw LineRefusal.ofBody(errors);
        }
        loading.add(chat);
        return JsonNodeFactory.instance.objectNode();
    }
}
