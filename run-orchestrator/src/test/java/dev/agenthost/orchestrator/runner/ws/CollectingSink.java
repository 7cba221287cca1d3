package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.flowcontrol.Mailbox;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what an execution says, and checks that it says one thing at a time. */
final class CollectingSink implements ResultSink {
    private final List<ResultPayload> results = new CopyOnWriteArrayList<>();
    private final List<ExecutionOutcome> endings = new CopyOnWriteArrayList<>();
    private final Mailbox mailbox = new Mailbox();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean fault;
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    /** Takes nothing more until {@link #open()}. */
    CollectingSink held() {
        gate = new CompletableFuture<>();
        return this;
    }

    void open() {
        gate.complete(null);
    }

    /** Has a fault: throws whatever comes. */
    CollectingSink faulty() {
        fault = true;
        return this;
    }

    @Override
    public Uni<Void> results(List<PendingResult> produced) {
        if (fault) {
            throw new IllegalStateException("a fault of the host");
        }
        assertThat(inside.incrementAndGet()).as("calls at once").isEqualTo(1);
        produced.forEach(result -> results.add(result.payload()));
        return Uni.createFrom()
                .completionStage(gate)
                .invoke(inside::decrementAndGet)
                .replaceWithVoid();
    }

    @Override
    public Executor mailbox() {
        return mailbox;
    }

    @Override
    public void ended(ExecutionOutcome ending) {
        endings.add(ending);
    }

    ExecutionOutcome ending() {
        await().atMost(Duration.ofSeconds(60)).until(() -> !endings.isEmpty());
        assertThat(endings).hasSize(1);
        return endings.getFirst();
    }

    boolean isOpen() {
        return endings.isEmpty();
    }

    List<ResultPayload> results() {
        return results;
    }

    /** The texts said, deltas in quotes. */
    List<String> said() {
        return results.stream()
                .map(payload -> switch (payload) {
                    case MessageDelta delta -> "'" + delta.chunk().plainText() + "'";
                    case MessageCompleted completed -> completed.message().plainText();
                    default -> payload.type();
                })
                .toList();
    }
}
