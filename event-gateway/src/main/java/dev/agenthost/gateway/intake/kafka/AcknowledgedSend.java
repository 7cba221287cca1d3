package dev.agenthost.gateway.intake.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends, and is done when the broker says that it has the record. */
public final class AcknowledgedSend {

    private AcknowledgedSend() {}

    public static CompletionStage<Void> of(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        try {
            producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    acknowledged.complete(null);
                } else {
                    acknowledged.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException failure) {
            acknowledged.completeExceptionally(failure);
        }
        return acknowledged;
    }
}
