package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.lifecycle.finish.PublishedTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.finish.TurnRelease;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.result.UnansweredReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code runs.ended} by outcome and code; a code of a runner's own counts as {@code runner}. */
public final class RunTerminationMetrics implements RunTerminationRepository {
    private static final String RUNNER_CODE = "runner";
    private static final RunView.Outcome STEERED = RunOutcomeFactory.unanswered(UnansweredReason.STEERED, "");

    private final RunTerminationRepository repository;
    private final MeterProvider<Counter> ended;

    public RunTerminationMetrics(RunTerminationRepository repository, MeterRegistry registry, MetricNamespace stage) {
        this.repository = repository;
        this.ended = Counter.builder(stage.metric("runs.ended"))
                .description("Ended runs, by outcome")
                .withRegistry(registry);
    }

    @Override
    public Uni<List<Boolean>> store(List<RunTermination> ends) {
        return repository.store(ends).invoke(stored -> {
            for (int i = 0; i < ends.size(); i++) {
                if (stored.get(i)) {
                    count(ends.get(i).outcome());
                }
            }
        });
    }

    @Override
    public Uni<TurnRelease> mark(List<PublishedTermination> published, Incarnation owner, SlotReservation reservation) {
        return repository.mark(published, owner, reservation).invoke(released -> released.steered()
                .forEach(run -> count(STEERED)));
    }

    @Override
    public Uni<List<Unpublished>> unpublished(int most) {
        return repository.unpublished(most);
    }

    private void count(RunView.Outcome outcome) {
        ended.withTags("outcome", outcome.type(), "code", code(outcome.code())).increment();
    }

    private static String code(@Nullable String code) {
        if (code == null) {
            return "";
        }
        return FailureCode.ofWire(code)
                .map(FailureCode::wire)
                .or(() -> WireName.find(UnansweredReason.class, code).map(WireName::wire))
                .orElse(RUNNER_CODE);
    }
}
