package dev.agenthost.orchestrator.walk;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicProducer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics on both sides of the orchestrator. */
final class RunTopics implements AutoCloseable {
    /** A record of results as it lies in the topic. */
    record Received(ConsumerRecord<byte[], byte[]> record, RunResults results) {
        boolean ends() {
            return List.of("run.completed", "run.failed", "run.unanswered")
                    .contains(results.results().getLast().type());
        }
    }

    private final TopicProducer producer = new TopicProducer();
    private final List<Received> results = new CopyOnWriteArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> deadLetters = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::read, "topic-reader");
    private volatile boolean closed;

    RunTopics() {
        reader.setDaemon(true);
        reader.start();
    }

    void request(Resolution resolution) {
        request(resolution, ProtocolCodec.encode(resolution));
    }

    /** A record with the key and headers of that resolution, and this body. */
    void request(Resolution resolution, byte[] body) {
        var key = resolution.event().conversationKey();
        producer.send(TopicProducer.record(
                Topics.RUN_REQUESTS,
                key.partition(),
                key.value(),
                body,
                CloudEventHeaders.of(
                        CloudEventHeaders.RESOLUTION_TYPE,
                        resolution.runId().toString(),
                        "test",
                        resolution.resolvedAt(),
                        resolution.event().workspaceId(),
                        null)));
    }

    void garbage() {
        producer.send(new ProducerRecord<>(Topics.RUN_REQUESTS, 0, null, "no json".getBytes(StandardCharsets.UTF_8)));
    }

    List<Received> records(RunId run) {
        return results.stream()
                .filter(seen -> seen.results().runId().equals(run))
                .toList();
    }

    List<ResultFrame> frames(RunId run) {
        List<ResultFrame> frames = new ArrayList<>();
        records(run).forEach(seen -> frames.addAll(seen.results().results()));
        return frames;
    }

    boolean hasEnded(RunId run) {
        return records(run).stream().anyMatch(Received::ends);
    }

    List<ConsumerRecord<byte[], byte[]>> deadLetters() {
        return deadLetters;
    }

    private void read() {
        Map<String, Object> config = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < Topics.PARTITIONS; i++) {
                all.add(new TopicPartition(Topics.RUN_RESULTS, i));
            }
            all.add(new TopicPartition(Topics.dlq(Topics.RUN_REQUESTS), 0));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    if (record.topic().equals(Topics.RUN_RESULTS)) {
                        results.add(new Received(record, ProtocolCodec.decode(record.value(), RunResults.class)));
                    } else {
                        deadLetters.add(record);
                    }
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        closed = true;
        reader.join(5_000);
        producer.close();
    }
}
