package dev.agenthost.platform.kafka;

import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;

/**
 * Publishes records that a service cannot use on {@code <topic>.dlq}: key, value and headers unchanged, and the headers that name reason
 * and position. Logs each record once, counts it when the broker has it, and retries until then.
 */
@ApplicationScoped
public class DeadLetterProducer {
    private static final Logger LOG = Logger.getLogger(DeadLetterProducer.class);

    /** Longer than the send timeout of a sender. */
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(60);

    private final DeadLetterSender sender;
    private final ConsumerRetryPolicy retries;
    private final DeadLetterCounter counter;

    public DeadLetterProducer(DeadLetterSender sender, ConsumerRetryPolicy retries, DeadLetterCounter counter) {
        this.sender = sender;
        this.retries = retries;
        this.counter = counter;
    }

    /** Completes when the broker has the record, however long that takes; the replica is not ready meanwhile. Never fails. */
    public Uni<Void> deadLetter(String channel, ConsumerRecord<byte[], byte[]> record, Rejection why) {
        return deadLetter(channel, record, why, RetryScope.REPLICA);
    }

    /**
     * Completes when the broker has the record, however long that takes. Never fails.
     *
     * @param scope what waits while the broker does not take the record
     */
    Uni<Void> deadLetter(String channel, ConsumerRecord<byte[], byte[]> record, Rejection why, RetryScope scope) {
        String topic = Topics.dlq(record.topic());
        IntakeStep step = new IntakeStep(channel, "dead letter to " + topic, SEND_TIMEOUT, scope);
        return Uni.createFrom().deferred(() -> {
            log(record, why);
            ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(topic, 0, record.key(), record.value());
            record.headers().forEach(letter.headers()::add);
            add(letter, record, why);
            return retries.retry(step, () -> sender.send(letter), failure -> !isTooLarge(failure))
                    .onFailure()
                    .recoverWithUni(() -> retries.retry(step, () -> sender.send(stub(record, why))))
                    .invoke(() -> count(record, why));
        });
    }

    /** Counts the letter, and ignores a failure: the broker has it, and a retry would publish it twice. */
    private void count(ConsumerRecord<byte[], byte[]> record, Rejection why) {
        try {
            counter.deadLettered(record.topic(), why.reason());
        } catch (Throwable failure) {
            LOG.errorf(failure, "a dead letter is not counted: topic=%s", record.topic());
        }
    }

    /** Returns a letter without content: with headers, a record of the greatest size may be too large for its topic. */
    private static ProducerRecord<byte[], byte[]> stub(ConsumerRecord<byte[], byte[]> record, Rejection why) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(Topics.dlq(record.topic()), 0, (byte[]) null, (byte[]) null);
        add(letter, record, new Rejection(why.reason(), why.detail() + "; the record is too large for this topic"));
        return letter;
    }

    private static void add(
            ProducerRecord<byte[], byte[]> letter, ConsumerRecord<byte[], byte[]> record, Rejection why) {
        RecordPosition from = new RecordPosition(record.topic(), record.partition(), record.offset());
        DeadLetterHeaders.of(why.reason(), why.detail(), from)
                .forEach((name, value) -> letter.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean isTooLarge(Throwable failure) {
        return failure instanceof RecordTooLargeException;
    }

    private static void log(ConsumerRecord<byte[], byte[]> record, Rejection why) {
        LOG.warnf(
                "dead letter: topic=%s partition=%d offset=%d errorCode=%s (%s)",
                record.topic(),
                record.partition(),
                record.offset(),
                why.reason().wire(),
                why.detail());
    }
}
