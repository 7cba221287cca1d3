package dev.agenthost.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.walk.adapter.ImAdapter;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The trace of one event: by its trace id over all topics, in the webhook's header and in the logs. */
final class TracePropagation {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> SERVICES =
            List.of("event-gateway", "binding-resolver", "run-orchestrator", "context-store", "delivery-service");

    private final WalkBox walk;
    private final String traceId = UUID.randomUUID().toString().replace("-", "");
    private final String text = "nobody else's business " + UUID.randomUUID();
    private final String runId;

    private TracePropagation(WalkBox walk) {
        this.walk = walk;
        try (var adapter = new ImAdapter(walk.box.bootstrapServers())) {
            runId = adapter.publishTraced(
                    "hooked",
                    UUID.randomUUID().toString(),
                    UUID.randomUUID().toString(),
                    text,
                    "00-" + traceId + "-00f067aa0ba902b7-01");
        }
    }

    /** Asserts the trace from the inbound record to the delivery. */
    static void leadsFromTheInboundRecordToTheDelivery(WalkBox walk) {
        var trace = new TracePropagation(walk);

        assertThat(walk.awaitEnded(trace.runId).path("trace_id").asText()).isEqualTo(trace.traceId);
        await().atMost(LIMIT).until(() -> !walk.webhook.shownOf(trace.runId).isEmpty());
        assertThat(walk.webhook.shownOf(trace.runId).getFirst().traceparent()).startsWith("00-" + trace.traceId + "-");
        await().atMost(LIMIT).untilAsserted(() -> {
            for (var topic :
                    List.of(Topics.EVENTS, Topics.RUN_REQUESTS, Topics.RUN_RESULTS, Topics.DELIVERY_RECEIPTS)) {
                assertThat(trace.traceparents(topic))
                        .as(topic)
                        .isNotEmpty()
                        .allMatch(parent -> parent.startsWith("00-" + trace.traceId + "-"));
            }
            assertThat(trace.traceparents(Topics.AUDIT))
                    .as("the audit of the resolution")
                    .anyMatch(parent -> parent.startsWith("00-" + trace.traceId + "-"));
        });
        await().atMost(LIMIT).untilAsserted(() -> assertThat(walk.collector.spansOf(trace.traceId))
                .containsExactly("accept event", "resolve event", "run agent", "send part"));
    }

    /** Asserts that the logs of each stage have the fixed keys, and contain neither the text nor a credential. */
    static void isInTheLogsWithTheFixedKeysAndNothingThatWasSaid(WalkBox walk) throws IOException {
        var trace = new TracePropagation(walk);
        walk.awaitEnded(trace.runId);
        await().atMost(LIMIT).until(() -> !walk.webhook.shownOf(trace.runId).isEmpty());

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(trace.fields("event-gateway")).containsKeys("eventId", "conversationId", "topic", "partition");
            assertThat(trace.fields("binding-resolver"))
                    .containsKeys("eventId", "conversationId", "bindingId", "runId", "runnerId");
            assertThat(trace.fields("run-orchestrator"))
                    .containsKeys("eventId", "conversationId", "bindingId", "runId", "runnerId", "attempt");
            assertThat(trace.fields("delivery-service")).containsKeys("runId", "surface", "attempt");
        });
        var keys = walk.box.keys();
        for (Path log : logs(walk)) {
            var written = Files.readString(log);
            assertThat(written)
                    .as(log.toString())
                    .doesNotContain(trace.text)
                    .doesNotContain(walk.box.apiKey())
                    .doesNotContain(keys.runnerKey())
                    .doesNotContain(keys.internalKey())
                    .doesNotContain(keys.streamTokenKey())
                    .doesNotContain(keys.cursorKey())
                    .doesNotContain(keys.webhookSecret())
                    .doesNotContain(keys.databasePassword())
                    .doesNotContain("?token=");
        }
    }

    private List<String> traceparents(String topic) {
        var found = new ArrayList<String>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", walk.box.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    if (isOfThisRun(record)) {
                        var header = record.headers().lastHeader("traceparent");
                        found.add(header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8));
                    }
                });
            }
        }
        return found;
    }

    private boolean isOfThisRun(ConsumerRecord<byte[], byte[]> record) {
        var value = new String(record.value(), StandardCharsets.UTF_8);
        return value.contains(runId) || value.contains(text);
    }

    /** All fields of the lines that name the trace. */
    private Map<String, String> fields(String service) throws IOException {
        var fields = new HashMap<String, String>();
        for (Path log : logs(walk)) {
            if (log.getFileName().toString().startsWith(service)) {
                for (String line : Files.readAllLines(log)) {
                    if (line.contains(traceId)) {
                        JsonNode mdc = FrontDoor.JSON.readTree(line).path("mdc");
                        mdc.properties()
                                .forEach(field -> fields.put(
                                        field.getKey(), field.getValue().asText()));
                    }
                }
            }
        }
        return fields;
    }

    private static List<Path> logs(WalkBox walk) throws IOException {
        try (Stream<Path> files = Files.list(walk.logs())) {
            return files.filter(file -> SERVICES.stream()
                            .anyMatch(service -> file.getFileName().toString().startsWith(service)))
                    .toList();
        }
    }
}
