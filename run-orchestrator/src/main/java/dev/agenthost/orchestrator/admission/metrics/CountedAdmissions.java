package dev.agenthost.orchestrator.admission.metrics;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.admission.Admission;
import dev.agenthost.orchestrator.admission.AdmissionLedger;
import dev.agenthost.orchestrator.admission.Admitted;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** {@code admissions} by outcome. */
public final class CountedAdmissions implements AdmissionLedger {
    private final AdmissionLedger ledger;
    private final MeterProvider<Counter> admissions;

    public CountedAdmissions(AdmissionLedger ledger, MeterRegistry registry, Stage stage) {
        this.ledger = ledger;
        this.admissions = Counter.builder(stage.metric("admissions"))
                .description("Run requests, by what became of them")
                .withRegistry(registry);
    }

    @Override
    public Uni<List<Admitted>> admit(List<Admission> batch, Incarnation owner, Room room) {
        return ledger.admit(batch, owner, room)
                .invoke(answers -> answers.forEach(
                        answer -> admissions.withTag("outcome", outcome(answer)).increment()));
    }

    private static String outcome(Admitted answer) {
        return switch (answer) {
            case Admitted.Repeated repeated -> "repeated";
            case Admitted.Waiting waiting -> "waiting";
            case Admitted.Queued queued -> "queued";
            case Admitted.Claimed claimed -> "claimed";
            case Admitted.Ended ended -> "ended";
            case Admitted.Refused refused -> "refused";
        };
    }
}
