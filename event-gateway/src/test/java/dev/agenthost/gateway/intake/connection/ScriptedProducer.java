package dev.agenthost.gateway.intake.connection;

import dev.agenthost.gateway.intake.EventProducer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The Kafka of several replicas: takes events at once, later or not at all. */
public final class ScriptedProducer {
    private final List<String> published = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private volatile boolean isAway;
    private volatile boolean isGated;

    /** Returns the producer of one replica. */
    public EventProducer of(String replica) {
        return (envelope, traceparent) -> {
            if (isAway) {
                refused.add(replica + " " + envelope.input().text());
                return CompletableFuture.failedFuture(new IOException("Kafka is away"));
            }
            waiting.incrementAndGet();
            CompletableFuture<Void> open = isGated ? gate : CompletableFuture.completedFuture(null);
            return open.thenRun(
                    () -> published.add(replica + " " + envelope.input().text()));
        };
    }

    /** Returns the events that Kafka has, as the replica and the text of each. */
    public List<String> published() {
        return published;
    }

    /** Returns the number of events that were handed over. */
    public int handedOver() {
        return waiting.get();
    }

    /** Returns the number of events that were refused. */
    public int refused() {
        return refused.size();
    }

    /** Returns the events that were refused, each as often as it was handed over. */
    public List<String> refusals() {
        return refused;
    }

    /** Takes no event until {@link #release()}. */
    public void hold() {
        isGated = true;
    }

    public void release() {
        gate.complete(null);
    }

    public void setAway(boolean away) {
        isAway = away;
    }
}
