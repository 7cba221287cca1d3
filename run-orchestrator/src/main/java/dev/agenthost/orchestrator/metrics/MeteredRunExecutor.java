package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunExecutor;
import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.BoundedLabels;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * {@code claims}; {@code run.first.result} and {@code run}: the time of each attempt from its claim to its first result and to the end
 * of its execution, by runner and outcome. Records the step of each attempt.
 */
public final class MeteredRunExecutor implements RunExecutor {
    private final RunExecutor executor;
    private final MeterProvider<Counter> claims;
    private final MeterProvider<Timer> firstResult;
    private final MeterProvider<Timer> run;
    private final BoundedLabels runners;
    private final StepRecorder journal;

    /** @param runners the runners that have labels of their own, since plugins choose the names of runners */
    public MeteredRunExecutor(
            RunExecutor executor,
            MeterRegistry registry,
            MetricNamespace stage,
            BoundedLabels runners,
            StepRecorder journal) {
        this.executor = executor;
        this.runners = runners;
        this.claims = Counter.builder(stage.metric("claims"))
                .description("Attempts that this replica started")
                .withRegistry(registry);
        this.firstResult = Timers.named(
                        stage.metric("run.first.result"), "Attempts, from the claim to the first result")
                .withRegistry(registry);
        this.run = Timers.named(stage.metric("run"), "Attempts, from the claim to the end of the execution")
                .withRegistry(registry);
        this.journal = journal;
    }

    @Override
    public Map<SlotPool, Integer> room() {
        return executor.room();
    }

    @Override
    public void onRoom(Runnable wake) {
        executor.onRoom(wake);
    }

    @Override
    public Execution execute(ClaimedRun claimed, ResultSink sink) {
        claims.withTags("runner", label(claimed), "attempt", claimed.attempt() == 1 ? "first" : "retry")
                .increment();
        return executor.execute(claimed, new TimedSink(claimed, sink));
    }

    private String label(ClaimedRun claimed) {
        return runners.of(runner(claimed));
    }

    private static String runner(ClaimedRun claimed) {
        return claimed.binding().runnerId().toString();
    }

    private final class TimedSink implements ResultSink {
        private final ClaimedRun claimed;
        private final ResultSink sink;
        private final long began = System.nanoTime();
        private boolean hasResults;

        TimedSink(ClaimedRun claimed, ResultSink sink) {
            this.claimed = claimed;
            this.sink = sink;
        }

        @Override
        public Uni<Void> results(List<PendingResult> results) {
            if (!hasResults) {
                hasResults = true;
                firstResult.withTag("runner", label(claimed)).record(elapsed());
            }
            return sink.results(results);
        }

        @Override
        public Executor mailbox() {
            return sink.mailbox();
        }

        @Override
        public void ended(ExecutionOutcome ending) {
            Duration elapsed = elapsed();
            run.withTags("runner", label(claimed), "outcome", outcome(ending)).record(elapsed);
            journal.done(() -> step(elapsed, ending));
            sink.ended(ending);
        }

        private Duration elapsed() {
            return Duration.ofNanos(System.nanoTime() - began);
        }

        private Step step(Duration elapsed, ExecutionOutcome ending) {
            return new Step(
                    "run agent",
                    TraceParents.of(claimed),
                    Instant.now().minus(elapsed),
                    elapsed,
                    keys(),
                    failure(ending));
        }

        private Map<LogKey, String> keys() {
            Map<LogKey, String> keys = new EnumMap<>(LogKey.class);
            keys.put(LogKey.EVENT_ID, claimed.resolution().event().eventId().toString());
            keys.put(LogKey.RUN_ID, claimed.runId().toString());
            keys.put(LogKey.ATTEMPT, Integer.toString(claimed.attempt()));
            keys.put(LogKey.BINDING_ID, claimed.binding().bindingId());
            keys.put(LogKey.RUNNER_ID, runner(claimed));
            String conversation = claimed.resolution().event().conversationId();
            if (conversation != null) {
                keys.put(LogKey.CONVERSATION_ID, conversation);
            }
            return keys;
        }
    }

    private static String outcome(ExecutionOutcome ending) {
        return switch (ending) {
            case ExecutionOutcome.Completed completed -> "completed";
            case ExecutionOutcome.Failed failed -> "failed";
            case ExecutionOutcome.RunnerLost lost -> "runner_lost";
            case ExecutionOutcome.NotStarted not -> "not_started";
            case ExecutionOutcome.HostStops stops -> "host_stops";
            case ExecutionOutcome.Superseded superseded -> "superseded";
        };
    }

    private static @Nullable String failure(ExecutionOutcome ending) {
        return switch (ending) {
            case ExecutionOutcome.Completed completed -> null;
            case ExecutionOutcome.Failed failed -> failed.payload().code();
            case ExecutionOutcome.RunnerLost lost -> outcome(lost);
            case ExecutionOutcome.NotStarted not -> not.code().wire();
            case ExecutionOutcome.HostStops stops -> outcome(stops);
            case ExecutionOutcome.Superseded superseded -> outcome(superseded);
        };
    }
}
