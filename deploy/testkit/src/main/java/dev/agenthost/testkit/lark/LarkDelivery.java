package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** An event on its way over a long connection, with all its attempts. */
public final class LarkDelivery {
    private final String messageId = "msg-" + UUID.randomUUID();
    private final byte[] payload;
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<JsonNode> answers = new CopyOnWriteArrayList<>();
    private final CompletableFuture<JsonNode> accepted = new CompletableFuture<>();

    LarkDelivery(byte[] payload) {
        this.payload = payload.clone();
    }

    String messageId() {
        return messageId;
    }

    byte[] payload() {
        return payload;
    }

    void attempted() {
        attempts.incrementAndGet();
    }

    void answered(JsonNode answer) {
        answers.add(answer);
        if (answer.path("code").asInt() == 200) {
            accepted.complete(answer);
        }
    }

    /** Returns true once an answer had the code 200; the event is then not sent again. */
    public boolean isAccepted() {
        return accepted.isDone();
    }

    /** Returns the number of times that the event was sent. */
    public int attempts() {
        return attempts.get();
    }

    /** Returns the codes of all answers, in their order. */
    public List<Integer> codes() {
        return answers.stream().map(answer -> answer.path("code").asInt()).toList();
    }

    /** Waits for the answer with the code 200 and returns it. */
    public JsonNode await() throws InterruptedException {
        try {
            return accepted.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("attempts: " + attempts + ", codes: " + codes(), e);
        }
    }
}
