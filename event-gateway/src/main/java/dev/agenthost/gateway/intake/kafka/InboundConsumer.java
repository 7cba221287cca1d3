package dev.agenthost.gateway.intake.kafka;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Turns batches of adapters' records into events. Adapters do not wait for one another: each one's records of a batch are served by
 * themselves, in order. The batch is acknowledged when all of it is on {@code agent.events} or set aside.
 */
@ApplicationScoped
public class InboundConsumer {

    private final AdapterRecordProcessor adapterRecords;

    InboundConsumer(AdapterRecordProcessor adapterRecords) {
        this.adapterRecords = adapterRecords;
    }

    /** Completes when the batch is served. When the process stops before that, it never does, and the batch is read again. */
    @Incoming("inbound")
    Uni<Void> consume(ConsumerRecords<byte[], byte[]> batch) {
        List<CompletableFuture<Void>> served = new ArrayList<>();
        byTopic(batch).forEach((topic, records) -> {
            CompletableFuture<Void> done = new CompletableFuture<>();
            served.add(done);
            // Sending may block while Kafka is away: not on the thread that brought the batch.
            Thread.ofVirtual().name("inbound-" + topic).start(() -> serve(records, done));
        });
        return Uni.createFrom()
                .completionStage(CompletableFuture.allOf(served.toArray(CompletableFuture[]::new)))
                .replaceWithVoid();
    }

    private void serve(List<ConsumerRecord<byte[], byte[]>> records, CompletableFuture<Void> done) {
        try {
            adapterRecords.serve(records);
            done.complete(null);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, List<ConsumerRecord<byte[], byte[]>>> byTopic(ConsumerRecords<byte[], byte[]> batch) {
        Map<String, List<ConsumerRecord<byte[], byte[]>>> byTopic = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            byTopic.computeIfAbsent(record.topic(), topic -> new ArrayList<>()).add(record);
        }
        return byTopic;
    }
}
