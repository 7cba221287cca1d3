package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionRepository;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** {@code admissions} by outcome. */
public final class AdmissionMetrics implements AdmissionRepository {
    private final AdmissionRepository repository;
    private final MeterProvider<Counter> admissions;

    public AdmissionMetrics(AdmissionRepository repository, MeterRegistry registry, MetricNamespace stage) {
        this.repository = repository;
        this.admissions = Counter.builder(stage.metric("admissions"))
                .description("Run requests, by outcome of their admission")
                .withRegistry(registry);
    }

    @Override
    public Uni<List<AdmissionOutcome>> admit(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, List<OffsetAdvance> advances) {
        return repository
                .admit(batch, owner, reservation, advances)
                .invoke(answers -> answers.forEach(
                        answer -> admissions.withTag("outcome", outcome(answer)).increment()));
    }

    private static String outcome(AdmissionOutcome answer) {
        return switch (answer) {
            case AdmissionOutcome.Repeated repeated -> "repeated";
            case AdmissionOutcome.Waiting waiting -> "waiting";
            case AdmissionOutcome.Queued queued -> "queued";
            case AdmissionOutcome.Claimed claimed -> "claimed";
            case AdmissionOutcome.Ended ended -> "ended";
            case AdmissionOutcome.Refused refused -> "refused";
        };
    }
}
