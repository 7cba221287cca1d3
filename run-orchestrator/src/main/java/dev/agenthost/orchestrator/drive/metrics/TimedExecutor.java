package dev.agenthost.orchestrator.drive.metrics;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.drive.RunExecutor;
import dev.agenthost.orchestrator.room.SlotPool;
import dev.agenthost.watch.metrics.FewNames;
import dev.agenthost.watch.metrics.Stage;
import dev.agenthost.watch.metrics.Timers;
import dev.agenthost.watch.step.Journal;
import dev.agenthost.watch.step.LogKey;
import dev.agenthost.watch.step.Step;
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
import org.jspecify.annotations.Nullable;

/**
 * {@code claims}; {@code run.first.result} and {@code run}: each attempt from its claim to its first result and to the last word of
 * its execution, by runner and ending; and its step.
 */
public final class TimedExecutor implements RunExecutor {
    private final RunExecutor executor;
    private final MeterProvider<Counter> claims;
    private final MeterProvider<Timer> firstResult;
    private final MeterProvider<Timer> run;
    private final FewNames runners;
    private final Journal journal;

    /** @param runners which runners have labels of their own: whoever brings a runner names it */
    public TimedExecutor(RunExecutor executor, MeterRegistry registry, Stage stage, FewNames runners, Journal journal) {
        this.executor = executor;
        this.runners = runners;
        this.claims = Counter.builder(stage.metric("claims"))
                .description("Attempts that this replica took up")
                .withRegistry(registry);
        this.firstResult = Timers.named(
                        stage.metric("run.first.result"), "Attempts, from the claim to the first result")
                .withRegistry(registry);
        this.run = Timers.named(stage.metric("run"), "Attempts, from the claim to the last word of the runner")
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
        claims.withTags("runner", label(claimed), "attempt", claimed.attempt() == 1 ? "first" : "again")
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
        public Uni<Void> results(List<Produced> results) {
            if (!hasResults) {
                hasResults = true;
                firstResult.withTag("runner", label(claimed)).record(took());
            }
            return sink.results(results);
        }

        @Override
        public void ended(Ending ending) {
            Duration took = took();
            run.withTags("runner", label(claimed), "ending", word(ending)).record(took);
            journal.done(() -> step(took, ending));
            sink.ended(ending);
        }

        private Duration took() {
            return Duration.ofNanos(System.nanoTime() - began);
        }

        private Step step(Duration took, Ending ending) {
            return new Step(
                    "run agent", TraceParents.of(claimed), Instant.now().minus(took), took, keys(), failure(ending));
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

    private static String word(Ending ending) {
        return switch (ending) {
            case Ending.Completed completed -> "completed";
            case Ending.Failed failed -> "failed";
            case Ending.RunnerLost lost -> "runner_lost";
            case Ending.NotStarted not -> "not_started";
            case Ending.HostStops stops -> "host_stops";
            case Ending.Superseded superseded -> "superseded";
        };
    }

    private static @Nullable String failure(Ending ending) {
        return switch (ending) {
            case Ending.Completed completed -> null;
            case Ending.Failed failed -> failed.payload().code();
            case Ending.RunnerLost lost -> word(lost);
            case Ending.NotStarted not -> not.code().wire();
            case Ending.HostStops stops -> word(stops);
            case Ending.Superseded superseded -> word(superseded);
        };
    }
}
