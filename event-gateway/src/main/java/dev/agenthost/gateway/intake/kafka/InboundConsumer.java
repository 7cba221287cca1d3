package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.platform.kafka.TopicFlow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Hands the records of each batch to the lanes of their topics, and does not wait for them: one adapter's records hold up no other
 * adapter's. Each lane acknowledges its own records; the batch is acknowledged with its last record.
 */
@ApplicationScoped
public class InboundConsumer {
    static final String CHANNEL = "inbound";

    private final AdapterRecordProcessor adapterRecords;
    private final TopicFlow flow;
    private final Map<String, AdapterLane> lanes = new ConcurrentHashMap<>();

    InboundConsumer(AdapterRecordProcessor adapterRecords, TopicFlow flow) {
        this.adapterRecords = adapterRecords;
        this.flow = flow;
    }

    @Incoming(CHANNEL)
    Uni<Void> consume(Message<ConsumerRecords<byte[], byte[]>> batch) {
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        byTopic(batch.getPayload())
                .forEach((topic, records) -> parts.add(lane(topic).add(records)));
        CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> failure == null ? batch.ack() : batch.nack(failure));
        return Uni.createFrom().voidItem();
    }

    private AdapterLane lane(String topic) {
        return lanes.computeIfAbsent(topic, name -> new AdapterLane(name, adapterRecords, flow));
    }

    private static Map<String, List<ConsumerRecord<byte[], byte[]>>> byTopic(ConsumerRecords<byte[], byte[]> batch) {
        Map<String, List<ConsumerRecord<byte[], byte[]>>> byTopic = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            byTopic.computeIfAbsent(record.topic(), topic -> new ArrayList<>()).add(record);
        }
        return byTopic;
    }
}
