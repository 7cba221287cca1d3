package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.lifecycle.attempt.AttemptObserver;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
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
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code claims}; {@code run.first.result} and {@code run}: each attempt from its claim to its first result and to the outcome of its
 * runner, by runner and outcome; and its step.
 */
public final class AttemptMetrics implements AttemptObserver {
    private final MeterProvider<Counter> claims;
    private final MeterProvider<Timer> firstResult;
    private final MeterProvider<Timer> run;
    private final BoundedLabels runners;
    private final StepRecorder journal;

    /** @param runners the runners that have labels of their own, since plugins choose the names of runners */
    public AttemptMetrics(MeterRegistry registry, MetricNamespace stage, BoundedLabels runners, StepRecorder journal) {
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
    public void started(ClaimedRun claimed) {
        claims.withTags("runner", label(claimed), "attempt", claimed.attempt() == 1 ? "first" : "retry")
                .increment();
    }

    @Override
    public void firstResult(ClaimedRun claimed, Duration took) {
        firstResult.withTag("runner", label(claimed)).record(took);
    }

    @Override
    public void ended(ClaimedRun claimed, ExecutionOutcome ending, Duration took) {
        run.withTags("runner", label(claimed), "outcome", outcome(ending)).record(took);
        journal.done(() -> step(claimed, took, ending));
    }

    private String label(ClaimedRun claimed) {
        return runners.of(runner(claimed));
    }

    private static String runner(ClaimedRun claimed) {
        return claimed.binding().runnerId().toString();
    }

    private static Step step(ClaimedRun claimed, Duration took, ExecutionOutcome ending) {
        return new Step(
                "run agent", TraceParents.of(claimed), Instant.now().minus(took), took, keys(claimed), failure(ending));
    }

    private static Map<LogKey, String> keys(ClaimedRun claimed) {
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
