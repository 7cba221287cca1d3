package dev.agenthost.orchestrator.finish.metrics;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.finish.Finish;
import dev.agenthost.orchestrator.finish.FinishLedger;
import dev.agenthost.orchestrator.finish.Outcomes;
import dev.agenthost.orchestrator.finish.Published;
import dev.agenthost.orchestrator.finish.Released;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.WireName;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code runs.ended} by outcome and code; a code that a runner made up counts as {@code runner}. */
public final class CountedEnds implements FinishLedger {
    private static final String RUNNERS_OWN = "runner";
    private static final RunView.Outcome STEERED = Outcomes.unanswered(UnansweredReason.STEERED, "");

    private final FinishLedger ledger;
    private final MeterProvider<Counter> ended;

    public CountedEnds(FinishLedger ledger, MeterRegistry registry, Stage stage) {
        this.ledger = ledger;
        this.ended = Counter.builder(stage.metric("runs.ended"))
                .description("Runs that were admitted to be run and ended, by how")
                .withRegistry(registry);
    }

    @Override
    public Uni<List<Boolean>> store(List<Finish> ends) {
        return ledger.store(ends).invoke(stored -> {
            for (int i = 0; i < ends.size(); i++) {
                if (stored.get(i)) {
                    count(ends.get(i).outcome());
                }
            }
        });
    }

    @Override
    public Uni<Released> mark(List<Published> published, Incarnation owner, Room room) {
        return ledger.mark(published, owner, room)
                .invoke(released -> released.steered().forEach(run -> count(STEERED)));
    }

    @Override
    public Uni<List<Unpublished>> unpublished(int most) {
        return ledger.unpublished(most);
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
                .orElse(RUNNERS_OWN);
    }
}
