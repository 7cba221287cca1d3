package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.platform.kafka.TopicFlow;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The records of one adapter's topic, one batch after the other. The topic is paused while many of its records wait: the connector
 * fetches all topics at the pace of the fastest.
 */
final class AdapterLane {
    /** Bytes of records that are neither published nor dead-lettered, above which the topic is paused. */
    static final long MOST_BYTES = 4L * 1024 * 1024;
    /** Bytes of a record besides its value. */
    private static final int OVERHEAD = 1024;

    private final String topic;
    private final AdapterRecordProcessor processor;
    private final TopicFlow flow;
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private long bytes;
    private boolean paused;

    AdapterLane(String topic, AdapterRecordProcessor processor, TopicFlow flow) {
        this.topic = topic;
        this.processor = processor;
        this.flow = flow;
    }

    /** Completes when these records are processed, after all that came before them. */
    synchronized CompletableFuture<Void> add(List<ConsumerRecord<byte[], byte[]>> records) {
        long size = records.stream()
                .mapToLong(record -> OVERHEAD + AdapterRecordProcessor.size(record))
                .sum();
        bytes += size;
        if (bytes > MOST_BYTES) {
            // Again with each batch: partitions that were assigned meanwhile are not paused.
            paused = true;
            flow.pause(InboundConsumer.CHANNEL, topic);
        }
        last = last.thenCompose(before -> processor.process(topic, records).subscribeAsCompletionStage())
                .thenRun(() -> done(size));
        return last;
    }

    private synchronized void done(long size) {
        bytes -= size;
        if (paused && bytes <= MOST_BYTES / 2) {
            paused = false;
            flow.resume(InboundConsumer.CHANNEL, topic);
        }
    }
}
