package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** An event or an interaction on its way over Socket Mode, with all its attempts. */
public final class SlackDelivery {
    private final String type;
    private final JsonNode payload;
    private final AtomicInteger attempts = new AtomicInteger();
    private final CompletableFuture<JsonNode> acknowledged = new CompletableFuture<>();

    SlackDelivery(String type, JsonNode payload) {
        this.type = type;
        this.payload = payload;
    }

    String type() {
        return type;
    }

    JsonNode payload() {
        return payload;
    }

    /** Returns the number of attempts before this one. */
    int attempted() {
        return attempts.getAndIncrement();
    }

    void acknowledged(JsonNode answer) {
        acknowledged.complete(answer);
    }

    /** Returns true once it is acknowledged; it is then not sent again. */
    public boolean isAcknowledged() {
        return acknowledged.isDone();
    }

    /** Returns the number of times that it was sent. */
    public int attempts() {
        return attempts.get();
    }

    /** Waits for the acknowledgement and returns it. */
    public JsonNode await() throws InterruptedException {
        try {
            return acknowledged.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("attempts: " + attempts, e);
        }
    }
}
