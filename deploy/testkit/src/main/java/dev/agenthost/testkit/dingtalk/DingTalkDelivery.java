package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A payload on its way over the connections of an app, with all its attempts. */
public final class DingTalkDelivery {
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<JsonNode> answers = new CopyOnWriteArrayList<>();
    private final CompletableFuture<JsonNode> accepted = new CompletableFuture<>();

    void attempted() {
        attempts.incrementAndGet();
    }

    void answered(JsonNode answer, boolean isAccepted) {
        answers.add(answer);
        if (isAccepted) {
            accepted.complete(answer);
        }
    }

    /** Returns true once an answer has accepted it. */
    public boolean isAccepted() {
        return accepted.isDone();
    }

    /** Returns the number of times that it was pushed. */
    public int attempts() {
        return attempts.get();
    }

    /** Returns the answers in their order. */
    public List<JsonNode> answers() {
        return List.copyOf(answers);
    }

    /** Waits for the answer that accepts it, and returns it. */
    public JsonNode await() throws InterruptedException {
        try {
            return accepted.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("attempts: " + attempts + ", answers: " + answers, e);
        }
    }
}
