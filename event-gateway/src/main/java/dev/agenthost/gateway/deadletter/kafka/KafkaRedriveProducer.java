package dev.agenthost.gateway.deadletter.kafka;

import dev.agenthost.gateway.deadletter.DeadLetterContent.HeaderValue;
import dev.agenthost.gateway.deadletter.DeadLettersUnavailableException;
import dev.agenthost.gateway.deadletter.RedriveMessage;
import dev.agenthost.gateway.deadletter.RedriveProducer;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/** Publishes redriven records, their marks and their audit, with a producer that gives up in seconds. */
public final class KafkaRedriveProducer implements RedriveProducer {
    private static final Logger LOG = Logger.getLogger(KafkaRedriveProducer.class);
    private static final String SERVICE = "event-gateway";
    /** The workspace of a mark: a dead letter may belong to none. */
    private static final String NO_WORKSPACE = "*";

    private static final String UNAVAILABLE = "Kafka does not answer now. Send the request again.";

    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final Duration timeout;

    /** @param timeout of one call to the broker */
    public KafkaRedriveProducer(Producer<byte[], byte[]> producer, Admin admin, Duration timeout) {
        this.producer = producer;
        this.admin = admin;
        this.timeout = timeout;
    }

    @Override
    public int partitions(String topic) {
        try {
            return admin
                    .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs((int) timeout.toMillis()))
                    .allTopicNames()
                    .get()
                    .values()
                    .stream()
                    .mapToInt(description -> description.partitions().size())
                    .sum();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0;
            }
            throw new DeadLettersUnavailableException(UNAVAILABLE, failure);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    @Override
    public void mark(List<RedriveMark> marks) {
        if (marks.isEmpty()) {
            return;
        }
        if (partitions(Topics.DEAD_LETTER_MARKS) == 0) {
            throw new DeadLettersUnavailableException("The topic " + Topics.DEAD_LETTER_MARKS
                    + " does not exist; create it, compacted, with one partition.");
        }
        all(marks.stream().map(KafkaRedriveProducer::record).toList());
    }

    private static ProducerRecord<byte[], byte[]> record(RedriveMark mark) {
        String id = mark.recordKey() + "/" + mark.stage().wire();
        return record(
                Topics.DEAD_LETTER_MARKS,
                0,
                mark.recordKey(),
                ProtocolCodec.encode(mark),
                CloudEventHeaders.of(CloudEventHeaders.REDRIVE_TYPE, id, SERVICE, mark.at(), NO_WORKSPACE, null));
    }

    @Override
    public void audit(List<AuditEntry> entries) {
        all(entries.stream().map(KafkaRedriveProducer::record).toList());
    }

    private static ProducerRecord<byte[], byte[]> record(AuditEntry entry) {
        ConversationKey key = ConversationKey.ofWorkspace(entry.workspaceId());
        return record(
                Topics.AUDIT,
                key.partition(),
                key.value(),
                ProtocolCodec.encode(entry),
                CloudEventHeaders.audit(entry, null));
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, int partition, String key, byte[] value, Map<String, String> headers) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partition, key.getBytes(StandardCharsets.UTF_8), value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private void all(List<ProducerRecord<byte[], byte[]>> records) {
        try {
            for (Future<RecordMetadata> sent :
                    records.stream().map(producer::send).toList()) {
                await(sent);
            }
        } catch (ExecutionException | TimeoutException | KafkaException failure) {
            throw new DeadLettersUnavailableException(UNAVAILABLE, failure);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    @Override
    public Map<RecordPosition, RecordPosition> publish(List<RedriveMessage> records) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        Map<RecordPosition, RecordPosition> published = new LinkedHashMap<>();
        try {
            records.forEach(record -> sent.add(producer.send(record(record))));
            for (int i = 0; i < sent.size(); i++) {
                RecordMetadata at = await(sent.get(i));
                published.put(records.get(i).source(), new RecordPosition(at.topic(), at.partition(), at.offset()));
            }
        } catch (ExecutionException | TimeoutException | KafkaException failure) {
            LOG.warnf(
                    "dead letters not redriven: topic=%s, %d of %d, errorCode=%s",
                    records.getFirst().topic(), records.size() - published.size(), records.size(), failure);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
        return published;
    }

    private static ProducerRecord<byte[], byte[]> record(RedriveMessage message) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(message.topic(), message.partition(), message.key(), message.value());
        for (HeaderValue header : message.headers()) {
            record.headers().add(header.name(), header.value());
        }
        return record;
    }

    private RecordMetadata await(Future<RecordMetadata> sent)
            throws ExecutionException, InterruptedException, TimeoutException {
        return sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static DeadLettersUnavailableException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new DeadLettersUnavailableException("The service stops. Send the request again.", cause);
    }
}
