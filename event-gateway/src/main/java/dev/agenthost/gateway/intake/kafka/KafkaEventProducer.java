package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Publishes with a producer whose settings decide how patient it is. */
public final class KafkaEventProducer implements EventProducer {

    static final String SOURCE = "event-gateway";

    private final Producer<byte[], byte[]> producer;

    public KafkaEventProducer(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    @Override
    public CompletionStage<Void> publish(EventEnvelope envelope, String traceparent) {
        return AcknowledgedSend.of(producer, record(envelope, traceparent));
    }

    private static ProducerRecord<byte[], byte[]> record(EventEnvelope envelope, String traceparent) {
        ConversationKey key = envelope.conversationKey();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.EVENTS,
                key.partition(),
                key.value().getBytes(StandardCharsets.UTF_8),
                ProtocolCodec.encode(envelope));
        CloudEventHeaders.event(envelope.eventId(), SOURCE, envelope.receivedAt(), envelope.workspaceId(), traceparent)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }
}
