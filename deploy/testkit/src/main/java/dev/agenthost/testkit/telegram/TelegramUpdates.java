package dev.agenthost.testkit.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The updates that wait for the bot, and the way in which it receives them (<a href="https://core.telegram.org/bots/api#getting-updates">getting updates</a>). */
final class TelegramUpdates {
    /** {@code secret_token}: 1 to 256 characters of A-Z, a-z, 0-9, _ and - (https://core.telegram.org/bots/api#setwebhook). */
    private static final String SECRET = "[A-Za-z0-9_-]{1,256}";

    private final Deque<ObjectNode> waiting = new ArrayDeque<>();
    private long nextUpdate;
    private String url = "";
    private @Nullable String secret;
    private int polls;
    private @Nullable String lastError;
    private long lastErrorDate;

    TelegramUpdates(long first) {
        nextUpdate = first;
    }

    /** Adds an update and returns its id. */
    synchronized long add(String type, ObjectNode content) {
        ObjectNode update = JsonNodeFactory.instance.objectNode().put("update_id", nextUpdate);
        update.set(type, content);
        waiting.add(update);
        notifyAll();
        return nextUpdate++;
    }

    synchronized String url() {
        return url;
    }

    synchronized @Nullable String secret() {
        return secret;
    }

    synchronized int pending() {
        return waiting.size();
    }

    /** Returns the oldest update once the webhook may have it; null after the time. */
    synchronized @Nullable ObjectNode awaitNext(long millis) throws InterruptedException {
        if (url.isEmpty() || waiting.isEmpty()) {
            wait(millis);
        }
        return url.isEmpty() ? null : waiting.peek();
    }

    synchronized void delivered(ObjectNode update) {
        waiting.remove(update);
    }

    /** A delivery to the webhook failed. The words are assumed. */
    synchronized void failed(String error) {
        lastError = error;
        lastErrorDate = Instant.now().getEpochSecond();
    }

    /** https://core.telegram.org/bots/api#setwebhook. */
    synchronized void setWebhook(ObjectNode parameters) {
        String token = parameters.path("secret_token").asText("");
        if (!token.isEmpty() && !token.matches(SECRET)) {
            throw BotApiRefusal.badRequest("secret token contains unallowed characters");
        }
        url = parameters.path("url").asText("");
        secret = token.isEmpty() ? null : token;
        drop(parameters);
        notifyAll();
    }

    /** https://core.telegram.org/bots/api#deletewebhook. */
    synchronized void deleteWebhook(ObjectNode parameters) {
        url = "";
        drop(parameters);
    }

    private void drop(ObjectNode parameters) {
        if (parameters.path("drop_pending_updates").asBoolean()) {
            waiting.clear();
        }
    }

    /**
     * https://core.telegram.org/bots/api#getupdates: not while a webhook is set; an update is confirmed by a higher offset; at most 100.
     * That a second call ends the first is assumed.
     */
    synchronized ArrayNode getUpdates(ObjectNode parameters) throws InterruptedException {
        if (!url.isEmpty()) {
            throw new BotApiRefusal(
                    409,
                    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first");
        }
        int poll = ++polls;
        notifyAll();
        JsonNode offset = parameters.path("offset");
        if (offset.isIntegralNumber() && offset.asLong() > 0) {
            waiting.removeIf(update -> update.path("update_id").asLong() < offset.asLong());
        }
        long deadline = System.nanoTime()
                + TimeUnit.SECONDS.toNanos(parameters.path("timeout").asLong(0));
        long left = deadline - System.nanoTime();
        while (waiting.isEmpty() && poll == polls && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        if (poll != polls) {
            throw new BotApiRefusal(
                    409,
                    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running");
        }
        ArrayNode updates = JsonNodeFactory.instance.arrayNode();
        waiting.stream()
                .limit(Math.clamp(parameters.path("limit").asLong(100), 1, 100))
                .forEach(updates::add);
        return updates;
    }

    /** https://core.telegram.org/bots/api#webhookinfo. */
    synchronized ObjectNode info() {
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("url", url)
                .put("has_custom_certificate", false)
                .put("pending_update_count", waiting.size());
        return lastError == null
                ? info
                : info.put("last_error_date", lastErrorDate).put("last_error_message", lastError);
    }
}
