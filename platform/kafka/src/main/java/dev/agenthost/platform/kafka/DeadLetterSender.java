package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends one record once. */
public interface DeadLetterSender {
    /** Completes when the broker has the record; fails otherwise, after a bounded time. Never blocks the caller. */
    Uni<Void> send(ProducerRecord<byte[], byte[]> letter);
}
