package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Sets records aside on {@code <topic>.dlq}, as they came, with the reason. Operators make inbound topics by hand, so a missing
 * dead-letter topic is made here where that is allowed: one bad record must not hold up its partition for want of it. Where it is
 * not, the record waits until somebody has made the topic.
 */
public final class DeadLetterProducer {

    private static final Logger LOG = Logger.getLogger(DeadLetterProducer.class);

    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final DeadLetterCounter count;
    private final Set<String> there = ConcurrentHashMap.newKeySet();

    public DeadLetterProducer(Producer<byte[], byte[]> producer, Admin admin, DeadLetterCounter count) {
        this.producer = producer;
        this.admin = admin;
        this.count = count;
    }

    /** Done when the record is safely set aside. */
    CompletionStage<Void> put(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String detail)
            throws InterruptedException {
        String topic = Topics.dlq(record.topic());
        makeSure(topic);
        RecordPosition from = new RecordPosition(record.topic(), record.partition(), record.offset());
        LOG.warnf(
                "record set aside: topic=%s partition=%d offset=%d errorCode=%s (%s)",
                record.topic(), record.partition(), record.offset(), reason.wire(), detail);
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                topic, null, record.timestamp() < 0 ? null : record.timestamp(), record.key(), record.value());
        record.headers().forEach(header -> letter.headers().add(header));
        DeadLetterHeaders.of(reason, detail, from)
                .forEach((name, value) -> letter.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return AcknowledgedSend.of(producer, letter).thenRun(() -> count.setAside(record.topic(), reason));
    }

    /** Asks first: under least rights the topic was made by others, and to make topics is refused. */
    private void makeSure(String topic) throws InterruptedException {
        if (there.contains(topic)) {
            return;
        }
        try {
            if (!exists(topic)) {
                make(topic);
            }
            there.add(topic);
        } catch (ExecutionException e) {
            // Sending will tell, and waits for a topic that is not there.
            LOG.warnf("cannot make sure of the dead-letter topic %s: %s", topic, e.getCause());
        }
    }

    private boolean exists(String topic) throws ExecutionException, InterruptedException {
        try {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private void make(String topic) throws ExecutionException, InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
            LOG.infof("made the dead-letter topic %s", topic);
        } catch (ExecutionException e) {
            // Another replica, or an operator, may have been quicker.
            if (!(e.getCause() instanceof TopicExistsException) && !exists(topic)) {
                throw e;
            }
        }
    }
}
