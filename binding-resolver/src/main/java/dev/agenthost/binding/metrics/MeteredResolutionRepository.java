package dev.agenthost.binding.metrics;

import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** {@code resolutions} by outcome and reason, and the step of each event that is resolved for the first time. */
@Decorator
@Priority(1)
abstract class MeteredResolutionRepository implements ResolutionRepository {
    private final ResolutionRepository repository;
    private final MeterProvider<Counter> resolutions;
    private final StepRecorder journal;

    @Inject
    MeteredResolutionRepository(
            @Any @Delegate ResolutionRepository repository,
            MeterRegistry registry,
            MetricNamespace stage,
            StepRecorder journal) {
        this.repository = repository;
        this.resolutions = Counter.builder(stage.metric("resolutions"))
                .description("Resolved events by outcome")
                .withRegistry(registry);
        this.journal = journal;
    }

    @Override
    public Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
        return repository.store(rows, revision, advances).invoke(keeping -> {
            if (keeping instanceof BatchWriteOutcome.Done(List<RowWriteOutcome> outcomes)) {
                for (int i = 0; i < rows.size(); i++) {
                    count(rows.get(i), outcomes.get(i));
                }
            }
        });
    }

    private void count(ResolutionRow row, RowWriteOutcome outcome) {
        switch (outcome) {
            case RowWriteOutcome.First first -> resolved(row);
            case RowWriteOutcome.Unpublished unpublished -> count("repeated", "");
            case RowWriteOutcome.Repeated repeated -> count("repeated", "");
            case RowWriteOutcome.Conflicting conflicting -> count("conflict", "");
            case RowWriteOutcome.Refused refused -> count("refused", "");
        }
    }

    private void resolved(ResolutionRow row) {
        switch (row.resolution().outcome()) {
            case ResolutionOutcome.Bound bound -> count("bound", "");
            case ResolutionOutcome.Unbound unbound ->
                count("unbound", unbound.reason().wire());
            case ResolutionOutcome.Ambiguous ambiguous -> count("ambiguous", "");
        }
        journal.done(() -> step(row));
    }

    private void count(String outcome, String reason) {
        resolutions.withTags("outcome", outcome, "reason", reason).increment();
    }

    private static Step step(ResolutionRow row) {
        Resolution resolution = row.resolution();
        Map<LogKey, String> keys = new EnumMap<>(LogKey.class);
        keys.put(LogKey.EVENT_ID, resolution.event().eventId().toString());
        keys.put(LogKey.RUN_ID, resolution.runId().toString());
        if (resolution.event().conversationId() != null) {
            keys.put(LogKey.CONVERSATION_ID, resolution.event().conversationId());
        }
        if (resolution.outcome() instanceof ResolutionOutcome.Bound bound) {
            keys.put(LogKey.BINDING_ID, bound.binding().bindingId());
            keys.put(LogKey.RUNNER_ID, bound.binding().runnerId().toString());
        }
        return new Step(
                "resolve event",
                row.record().headers().get(CloudEventHeaders.TRACEPARENT),
                resolution.resolvedAt(),
                Duration.between(resolution.resolvedAt(), Instant.now()),
                keys,
                null);
    }
}
