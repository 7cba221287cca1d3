package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.gateway.intake.AdapterReceiptProducer;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Publishes in the partition of the run: what is told of one run stays in order. */
public final class KafkaAdapterReceiptProducer implements AdapterReceiptProducer {

    private final Producer<byte[], byte[]> producer;

    public KafkaAdapterReceiptProducer(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    @Override
    public CompletionStage<Void> publish(AdapterReceipt receipt, @Nullable String traceparent) {
        String run = receipt.runId().toString();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.ADAPTER_RECEIPTS,
                ConversationPartitioner.of(run),
                run.getBytes(StandardCharsets.UTF_8),
                ProtocolCodec.encode(receipt));
        CloudEventHeaders.of(
                        CloudEventHeaders.ADAPTER_RECEIPT_TYPE,
                        receipt.recordId(),
                        KafkaEventProducer.SOURCE,
                        receipt.at(),
                        receipt.workspaceId(),
                        traceparent)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return AcknowledgedSend.of(producer, record);
    }
}
