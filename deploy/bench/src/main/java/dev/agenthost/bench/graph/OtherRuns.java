package dev.agenthost.bench.graph;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.testbed.BenchBox;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Ordinary runs of {@code echo} at a steady rate beside graphs. */
final class OtherRuns {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private OtherRuns() {}

    /**
     * Begins to send.
     *
     * @return the latencies, when the last answer is read
     */
    static CompletableFuture<Summary> start(BenchBox box, int perSecond, Duration time) {
        var summary = new CompletableFuture<Summary>();
        var loop = new OpenLoop(new LoadSchedule(perSecond, Duration.ZERO, time), PATIENCE);
        Thread.ofPlatform().name("other-runs").start(() -> {
            try {
                summary.complete(loop.run(box.untilRead("hello", frame -> {})));
            } catch (InterruptedException | RuntimeException e) {
                summary.completeExceptionally(e);
            }
        });
        return summary;
    }
}
