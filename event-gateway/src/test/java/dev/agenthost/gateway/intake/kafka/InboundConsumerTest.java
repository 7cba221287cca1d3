package dev.agenthost.gateway.intake.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.CloudEventSerializer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class InboundConsumerTest {

    private static final String CHAT = "agent.inbound.chat";

    @BeforeAll
    static void anAdaptersTopic() {
        KafkaTestBroker.createTopics(CHAT);
    }

    @Test
    void theSameEventFiveTimesFromThreeProducersIsOneEventAndOneRun() {
        String id = UUID.randomUUID().toString();
        CloudEvent event = message(id, "hello");
        // New threads have the class loader of the test; those of the common pool have another, in which no format is
        // found.
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                ExecutorService producers = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 5)
                    .mapToObj(i -> producers.submit(() -> {
                        switch (i) {
                            case 0, 1 -> send(CHAT, event, Encoding.STRUCTURED);
                            case 2, 3 -> send(CHAT, event, Encoding.BINARY);
                            default -> send(CHAT, Map.of(), body(id, "hello"));
                        }
                    }))
                    .toList()
                    .forEach(sent -> assertThat(sent).succeedsWithin(Duration.ofSeconds(30)));

            List<EventEnvelope> five =
                    events
                            .await(5, r -> TopicConsumer.envelope(r)
                                    .subject()
                                    .subjectId()
                                    .equals(id))
                            .stream()
                            .map(TopicConsumer::envelope)
                            .toList();
            assertThat(five).hasSize(5);
            assertThat(five).extracting(EventEnvelope::eventId).containsOnly(EventIds.of("red", "chat", "demo", id));
            assertThat(five)
                    .extracting(EventEnvelope::fingerprint)
                    .containsOnly(five.getFirst().fingerprint());
        }
    }

    @Test
    void orderWithinAConversationIsKept() {
        String conversation = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            for (int i = 0; i < 200; i++) {
                String body = "{\"bot_id\":\"demo\",\"conversation_id\":\"%s\",\"event_id\":\"%s-%d\",\"text\":\"%d\"}";
                send(CHAT, Map.of(), body.formatted(conversation, conversation, i, i));
            }

            assertThat(events.await(
                            200,
                            r -> conversation.equals(TopicConsumer.envelope(r).conversationId())))
                    .extracting(r ->
                            Integer.parseInt(TopicConsumer.envelope(r).input().text()))
                    .containsExactlyElementsOf(IntStream.range(0, 200).boxed().collect(Collectors.toList()));
        }
    }

    @Test
    void whatNobodyCanReadIsSetAsideAsItCameAndThePartitionGoesOn() {
        String id = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer aside = TopicConsumer.fromNow(Topics.dlq(CHAT))) {
            send(CHAT, Map.of("x-mine", "kept"), "no json " + id);
            send(CHAT, Map.of(), body(id, "nul \\u0000"));
            send(CHAT, Map.of(), body(id, "foreign").replace("demo", "not-mine"));
            send(CHAT, Map.of(), body(id, "x".repeat(1024 * 1024)));
            send(CHAT, message(id, "after"), Encoding.BINARY);

            events.await(1, r -> TopicConsumer.envelope(r).subject().subjectId().equals(id));
            var letters = aside.await(4, r -> new String(r.value(), StandardCharsets.UTF_8).contains(id));
            assertThat(letters)
                    .extracting(r -> TopicConsumer.header(r, "agenthost-dead-letter-reason"))
                    .containsExactly("undecodable", "invalid", "foreign", "too_large");
            var first = letters.getFirst();
            assertThat(new String(first.value(), StandardCharsets.UTF_8)).isEqualTo("no json " + id);
            assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("a key");
            assertThat(TopicConsumer.header(first, "x-mine")).isEqualTo("kept");
            assertThat(TopicConsumer.header(first, "agenthost-dead-letter-topic"))
                    .isEqualTo(CHAT);
            assertThat(TopicConsumer.header(first, "agenthost-dead-letter-partition"))
                    .matches("\\d+");
            assertThat(TopicConsumer.header(first, "agenthost-dead-letter-offset"))
                    .matches("\\d+");
            assertThat(TopicConsumer.header(letters.get(1), "agenthost-dead-letter-detail"))
                    .isEqualTo("text contains the character U+0000");
        }
    }

    @Test
    void aTopicMadeLaterIsNoticedAndLacksNoDeadLetterTopic() throws Exception {
        String stranger = "agent.inbound.stranger-" + UUID.randomUUID();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()))) {
            admin.createTopics(List.of(
                            new NewTopic("agent.inbound.late", 1, (short) 1), new NewTopic(stranger, 1, (short) 1)))
                    .all()
                    .get();
        }
        String id = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            send(stranger, Map.of(), body(id, "who am I"));
            send("agent.inbound.late", Map.of(), body(id, "late"));

            assertThat(events.await(
                            1,
                            r -> TopicConsumer.envelope(r).subject().subjectId().equals(id)))
                    .extracting(r -> TopicConsumer.envelope(r).workspaceId())
                    .containsExactly("blue");
            try (TopicConsumer aside = awaitTopic(Topics.dlq(stranger))) {
                assertThat(aside.await(1, r -> true))
                        .extracting(r -> TopicConsumer.header(r, "agenthost-dead-letter-reason"))
                        .containsExactly("unknown_adapter");
            }
        }
    }

    @Test
    void aReceiptGoesOnAsOneAndIsNoEvent() throws Exception {
        String run = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer receipts = TopicConsumer.fromNow(Topics.ADAPTER_RECEIPTS);
                TopicConsumer aside = TopicConsumer.fromNow(Topics.dlq(CHAT))) {
            send(CHAT, receipt("r-1"), "{\"run_id\":\"" + run + "\",\"part\":1,\"status\":\"soon\"}");
            send(CHAT, receipt("r-2"), "{\"run_id\":\"" + run + "\",\"part\":1,\"status\":\"delivered\"}");
            send(CHAT, message(run, "after"), Encoding.BINARY);

            events.await(1, r -> TopicConsumer.envelope(r).subject().subjectId().equals(run));
            var said = receipts.await(1, r -> run.equals(new String(r.key(), StandardCharsets.UTF_8)));
            assertThat(said).hasSize(1);
            var receipt = ProtocolCodec.decode(said.getFirst().value(), AdapterReceipt.class);
            assertThat(receipt.workspaceId()).isEqualTo("red");
            assertThat(receipt.adapter()).isEqualTo("chat");
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(TopicConsumer.header(said.getFirst(), "ce_type")).isEqualTo("dev.agenthost.adapter-receipt");
            assertThat(said.getFirst().partition()).isEqualTo(ConversationPartitioner.of(run));
            assertThat(aside.await(1, r -> new String(r.value(), StandardCharsets.UTF_8).contains(run)))
                    .extracting(r -> TopicConsumer.header(r, "agenthost-dead-letter-detail"))
                    .containsExactly("status must be one of delivered, rejected, unknown");
            assertThat(events.untilNow())
                    .filteredOn(r -> new String(r.value(), StandardCharsets.UTF_8).contains(run))
                    .hasSize(1);
        }
    }

    private static Map<String, String> receipt(String id) {
        return Map.of("ce_specversion", "1.0", "ce_id", id, "ce_source", "/chat", "ce_type", "dev.agenthost.receipt");
    }

    private static TopicConsumer awaitTopic(String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()))) {
            org.awaitility.Awaitility.await()
                    .atMost(java.time.Duration.ofSeconds(60))
                    .until(() -> admin.listTopics().names().get().contains(name));
        }
        return TopicConsumer.fromStart(name);
    }

    private static CloudEvent message(String id, String text) {
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("/chat/room-7"))
                .withType("message.received")
                .withDataContentType("application/json")
                .withData(body(id, text).getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static String body(String id, String text) {
        return "{\"bot_id\":\"demo\",\"conversation_id\":\"c1\",\"event_id\":\"%s\",\"text\":\"%s\"}"
                .formatted(id, text);
    }

    private static void send(String topic, CloudEvent event, Encoding encoding) {
        CloudEventSerializer serializer = new CloudEventSerializer();
        Map<String, Object> settings = new HashMap<>(Map.of("cloudevents.serializer.encoding", encoding));
        if (encoding == Encoding.STRUCTURED) {
            settings.put("cloudevents.serializer.event_format", JsonFormat.CONTENT_TYPE);
        }
        serializer.configure(settings, false);
        send(new ProducerRecord<>(topic, 0, "a key", event), serializer);
    }

    private static void send(String topic, Map<String, String> headers, String value) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, 0, "a key", value.getBytes(StandardCharsets.UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        send(record, new ByteArraySerializer());
    }

    private static <V> void send(ProducerRecord<String, V> record, Serializer<V> serializer) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", KafkaTestBroker.bootstrapServers(), "max.request.size", Topics.MAX_RECORD_BYTES);
        try (KafkaProducer<String, V> producer = new KafkaProducer<>(settings, new StringSerializer(), serializer)) {
            producer.send(record).get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
