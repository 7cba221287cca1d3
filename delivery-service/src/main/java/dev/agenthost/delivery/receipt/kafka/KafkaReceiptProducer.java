package dev.agenthost.delivery.receipt.kafka;

import dev.agenthost.delivery.receipt.ReceiptProducer;
import dev.agenthost.delivery.receipt.StoredReceipt;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;

/** {@code agent.delivery-receipts}, in the partition of the conversation. */
@ApplicationScoped
class KafkaReceiptProducer implements ReceiptProducer {

    private static final String SOURCE = "delivery-service";

    private final MutinyEmitter<byte[]> channel;

    KafkaReceiptProducer(@Channel("receipts") MutinyEmitter<byte[]> channel) {
        this.channel = channel;
    }

    @Override
    public Uni<Void> publish(StoredReceipt receipt) {
        RecordHeaders headers = new RecordHeaders();
        CloudEventHeaders.of(
                        CloudEventHeaders.RECEIPT_TYPE,
                        receipt.recordId(),
                        SOURCE,
                        receipt.at(),
                        receipt.key().workspaceId(),
                        receipt.traceparent())
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        var metadata = OutgoingKafkaRecordMetadata.<byte[]>builder()
                .withTopic(Topics.DELIVERY_RECEIPTS)
                .withPartition(ConversationPartitioner.of(receipt.conversationKey()))
                .withKey(receipt.key().runId().toString().getBytes(StandardCharsets.UTF_8))
                .withHeaders(headers)
                .build();
        return channel.sendMessage(Message.of(receipt.receipt()).addMetadata(metadata));
    }
}
