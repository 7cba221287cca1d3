package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Executes runs, keeps what their runners say, and checks that each says one thing at a time. */
final class CollectingSink implements ExecutedRun.Listener {
    private final List<ResultPayload> results = new CopyOnWriteArrayList<>();
    private final List<ExecutionOutcome> endings = new CopyOnWriteArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    /** Takes nothing more until {@link #open()}. */
    CollectingSink held() {
        gate = new CompletableFuture<>();
        return this;
    }

    void open() {
        gate.complete(null);
    }

    ExecutedRun execute(RunExecutor executor, ClaimedRun run) {
        ExecutedRun executed = new ExecutedRun(this);
        executor.execute(run, executed);
        return executed;
    }

    @Override
    public Uni<Void> results(List<PendingResult> produced) {
        assertThat(inside.incrementAndGet()).as("calls at once").isEqualTo(1);
        produced.forEach(result -> results.add(result.payload()));
        return Uni.createFrom()
                .completionStage(gate)
                .invoke(inside::decrementAndGet)
                .replaceWithVoid();
    }

    @Override
    public void ended(ExecutionOutcome ending, List<ResultPayload> closing) {
        results.addAll(closing);
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
