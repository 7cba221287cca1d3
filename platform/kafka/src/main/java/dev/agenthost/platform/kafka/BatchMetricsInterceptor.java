package dev.agenthost.platform.kafka;

import dev.agenthost.platform.observability.IntakeMeter;
import io.smallrye.reactive.messaging.IncomingInterceptor;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Measures each batch of every channel from the poll to its acknowledgement, without changes to the consumers. */
@ApplicationScoped
public class BatchMetricsInterceptor implements IncomingInterceptor {
    private record Began(String channel, long nanos) {}

    private final IntakeMeter meter;

    BatchMetricsInterceptor(IntakeMeter meter) {
        this.meter = meter;
    }

    @Override
    public Message<?> afterMessageReceive(Message<?> message) {
        IncomingKafkaRecordBatchMetadata<?, ?> batch =
                message.getMetadata(IncomingKafkaRecordBatchMetadata.class).orElse(null);
        if (batch == null) {
            return message;
        }
        meter.received(batch.getChannel(), batch.count(), delay(batch));
        return message.addMetadata(new Began(batch.getChannel(), System.nanoTime()));
    }

    @Override
    public void onMessageAck(Message<?> message) {
        settled(message, true);
    }

    @Override
    public void onMessageNack(Message<?> message, Throwable failure) {
        settled(message, false);
    }

    private void settled(Message<?> message, boolean well) {
        message.getMetadata(Began.class)
                .ifPresent(began ->
                        meter.settled(began.channel(), Duration.ofNanos(System.nanoTime() - began.nanos()), well));
    }

    private static Duration delay(IncomingKafkaRecordBatchMetadata<?, ?> batch) {
        long oldest = Long.MAX_VALUE;
        for (ConsumerRecord<?, ?> first : batch.getRecords()) {
            oldest = Math.min(oldest, first.timestamp());
        }
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - oldest));
    }
}
