package dev.agenthost.orchestrator.lifecycle.kafka;

import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionService;
import dev.agenthost.orchestrator.lifecycle.kafka.RequestDecoder.Read;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.AppliedOffsetRegistry;
import dev.agenthost.platform.kafka.BatchHandler;
import dev.agenthost.platform.kafka.BatchIntake;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.DecodeOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jspecify.annotations.Nullable;

/** Admits batches of run requests. A request that is unreadable or refused as data ends its run, and then becomes a dead letter. */
@ApplicationScoped
class RunRequestConsumer implements BatchHandler<Admission> {
    private static final String CHANNEL = "run-requests";

    private final AdmissionService admissions;
    private final BatchIntake<Admission> intake;

    @Inject
    RunRequestConsumer(
            AdmissionService admissions,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets) {
        this.admissions = admissions;
        this.intake = new BatchIntake<>(CHANNEL, deadLetters, retries, offsets);
    }

    @Incoming(CHANNEL)
    Uni<Void> admit(ConsumerRecords<byte[], byte[]> batch) {
        FailPoint.at("orchestrator.10-read");
        return intake.process(batch, this);
    }

    @Override
    public DecodeOutcome<Admission> decode(ConsumerRecord<byte[], byte[]> record) {
        return switch (RequestDecoder.read(record, Instant.now())) {
            case Read.Request(var admission) -> new DecodeOutcome.Decoded<>(admission);
            case Read.Unreadable(var why) -> DecodeOutcome.rejected(DeadLetterReason.UNDECODABLE, why);
        };
    }

    @Override
    public Uni<Map<Integer, Rejection>> apply(List<Admission> batch, List<OffsetAdvance> advances) {
        return admissions.admit(batch, advances).map(RunRequestConsumer::refused);
    }

    private static Map<Integer, Rejection> refused(List<AdmissionOutcome> answers) {
        Map<Integer, Rejection> refused = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof AdmissionOutcome.Refused(var sqlState)) {
                refused.put(i, Rejection.byDatabase(sqlState));
            }
        }
        return refused;
    }

    /** Ends the run that the record names, if any. */
    @Override
    public Uni<Void> beforeDeadLetter(ConsumerRecord<byte[], byte[]> record, Rejection why) {
        return RequestDecoder.end(record, why.detail(), Instant.now())
                .map(end -> admissions.admit(List.of(end), List.of()).replaceWithVoid())
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /** Returns null: each statement of an admission has its own limit. */
    @Override
    public @Nullable Duration applyTimeout() {
        return null;
    }
}
