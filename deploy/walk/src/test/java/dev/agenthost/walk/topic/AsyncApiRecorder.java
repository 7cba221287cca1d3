package dev.agenthost.walk.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Validates the sent and received records by {@code docs/asyncapi.yaml}. */
public final class AsyncApiRecorder {

    private AsyncApiRecorder() {}

    /** Asserts that every record matches the document or was dead-lettered, and that there is one of every kind in the document. */
    public static void everyRecord(String broker) {
        AsyncApi api = AsyncApi.load();
        Map<String, List<ConsumerRecord<byte[], byte[]>>> topics = TopicRecords.all(broker);
        Set<String> setAside = topics.entrySet().stream()
                .filter(topic -> topic.getKey().endsWith(".dlq"))
                .flatMap(topic -> topic.getValue().stream())
                .map(TopicRecords::source)
                .collect(Collectors.toSet());
        Map<String, Integer> seen = new TreeMap<>();
        topics.forEach((topic, records) -> {
            for (var record : records) {
                if (!setAside.contains(topic + "/" + record.partition() + "@" + record.offset())) {
                    switch (judged(api, record)) {
                        case AsyncApi.Judged.Described(String kind) -> seen.merge(kind, 1, Integer::sum);
                        case AsyncApi.Judged.Faulty(List<String> faults) ->
                            assertThat(faults)
                                    .as("%s/%d@%d", topic, record.partition(), record.offset())
                                    .isEmpty();
                    }
                }
            }
        });
        System.out.println("described by docs/asyncapi.yaml: " + seen);
        assertThat(seen.keySet()).as("kinds of records that were met").isEqualTo(api.kinds());
    }

    private static AsyncApi.Judged judged(AsyncApi api, ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = TopicRecords.headers(record);
        byte[] value = record.value() == null ? new byte[0] : record.value();
        if (!headers.getOrDefault("content-type", "").startsWith("application/cloudevents+json")) {
            return api.judge(record.topic(), headers, value);
        }
        // Structured mode: the same message in another envelope.
        try {
            JsonNode event = FrontDoor.JSON.readTree(value);
            Map<String, String> unwrapped = new HashMap<>();
            event.fieldNames().forEachRemaining(name -> {
                if (!name.equals("data")) {
                    unwrapped.put(
                            name.equals("datacontenttype") ? "content-type" : "ce_" + name,
                            event.path(name).asText());
                }
            });
            return api.judge(
                    record.topic(), unwrapped, event.path("data").toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
