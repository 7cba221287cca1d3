package dev.agenthost.orchestrator.lifecycle.kafka;

import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionService;
import dev.agenthost.orchestrator.lifecycle.kafka.RequestDecoder.Read;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The entrance: a batch of run requests is admitted, then acknowledged. What cannot be read, or is refused as data, goes to
 * the dead letters and ends its run; while database or broker are away the batch is tried again in place.
 */
@ApplicationScoped
class RunRequestConsumer {
    private final AdmissionService admissions;
    private final DeadLetterProducer deadLetters;

    @Inject
    RunRequestConsumer(AdmissionService admissions, DeadLetterProducer deadLetters) {
        this.admissions = admissions;
        this.deadLetters = deadLetters;
    }

    @Incoming("run-requests")
    Uni<Void> admit(ConsumerRecords<byte[], byte[]> batch) {
        FailPoint.at("orchestrator.10-read");
        Instant now = Instant.now();
        List<Admission> readable = new ArrayList<>();
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        List<Uni<Void>> setAside = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            switch (RequestDecoder.read(record, now)) {
                case Read.Request request -> {
                    readable.add(request.admission());
                    records.add(record);
                }
                case Read.Unreadable unreadable ->
                    setAside.add(setAside(record, DeadLetterReason.UNDECODABLE, unreadable.why(), now));
            }
        }
        Uni<Void> admitted = readable.isEmpty()
                ? Uni.createFrom().voidItem()
                : admissions.admit(readable).chain(answers -> setAsideRefused(records, answers, now));
        for (Uni<Void> one : setAside) {
            admitted = admitted.chain(() -> one);
        }
        return admitted;
    }

    private Uni<Void> setAsideRefused(
            List<ConsumerRecord<byte[], byte[]>> records, List<AdmissionOutcome> answers, Instant now) {
        Uni<Void> all = Uni.createFrom().voidItem();
        for (int i = 0; i < answers.size(); i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            if (answers.get(i) instanceof AdmissionOutcome.Refused refused) {
                String why = "SQLSTATE " + refused.sqlState();
                all = all.chain(() -> setAside(record, DeadLetterReason.REFUSED_BY_DATABASE, why, now));
            }
        }
        return all;
    }

    /** Ends its run, where one is named, and only then sets the record aside. */
    private Uni<Void> setAside(
            ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String why, Instant now) {
        Optional<Admission> end = RequestDecoder.end(record, why, now);
        Uni<Void> ended = end.isEmpty()
                ? Uni.createFrom().voidItem()
                : admissions.admit(List.of(end.get())).replaceWithVoid();
        return ended.chain(() -> deadLetters.send(record, reason, why));
    }
}
