package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests answers on the topics of adapters, read as an adapter reads them: a repeated id is skipped. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class OutboundTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String IM = Topics.outbound("im");
    private static final String MESSAGE = "dev.agenthost.outbound.message";

    @BeforeAll
    static void theOperatorsTopics() throws Exception {
        // The operator chooses their number of partitions, too.
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(IM, 5, (short) 1))).all().get();
        }
        KafkaTestBroker.createTopics(Topics.outbound("second"), Topics.outbound("counted"));
    }

    @Test
    void publishesEachPartOnceWithItsKeyTargetAndTrace() throws Exception {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(
                ConversationPartitioner.of(run.conversationKey()),
                run.runId().toString(),
                ProtocolCodec.encode(run.record(
                        1, 1, run.startedOn("im"), DeliveredRun.message("hello"), DeliveredRun.failed("runner.error"))),
                Map.of("traceparent", TRACE));

        List<ConsumerRecord<byte[], byte[]>> parts = parts(IM, run, 2);

        OutboundReply first = ProtocolCodec.decode(parts.getFirst().value(), OutboundReply.class);
        assertThat(first.kind()).isEqualTo(OutboundKind.MESSAGE);
        assertThat(first.text()).isEqualTo("hello");
        assertThat(first.part()).isEqualTo(1);
        assertThat(first.eventId()).isEqualTo(run.eventId());
        assertThat(first.conversationId()).isEqualTo(run.conversation());
        assertThat(first.replyTarget().path("chat_id").asInt()).isEqualTo(7);
        OutboundReply failure = ProtocolCodec.decode(parts.getLast().value(), OutboundReply.class);
        assertThat(failure.kind()).isEqualTo(OutboundKind.FAILURE);
        assertThat(failure.text()).isEqualTo(FailureCode.RUNNER_ERROR.sentence());
        assertThat(parts)
                .extracting(r -> DeliveryTopics.header(r, "ce_id"))
                .containsExactly(run.runId() + "/1", run.runId() + "/2");
        assertThat(parts)
                .extracting(r -> DeliveryTopics.header(r, "ce_type"))
                .containsExactly(MESSAGE, "dev.agenthost.outbound.failure");
        assertThat(parts).allSatisfy(r -> {
            assertThat(DeliveryTopics.header(r, "traceparent")).isEqualTo(TRACE);
            assertThat(new String(r.key(), StandardCharsets.UTF_8)).isEqualTo(run.conversationKey());
            assertThat(r.partition()).isEqualTo(ConversationPartitioner.of(run.conversationKey(), 5));
        });
    }

    @Test
    void anAdapterReceivesThePlaceholderAndTheFailureTextOfTheBindingAndNoDeltasIfStreamingIsOff() throws Exception {
        DeliveredRun run =
                DeliveredRun.toEventSurface().with(new DeliveryPolicy(null, false, "One moment…", "Call us.", false));
        DeliveredRun streamed = DeliveredRun.in(run.conversation());
        DeliveryTopics.publish(run.record(1, 1, run.startedOn("im")));
        parts(IM, run, 1);
        DeliveryTopics.publish(run.record(1, 2, DeliveredRun.delta("he")));
        DeliveryTopics.publish(streamed.record(1, 1, streamed.startedOn("im")));
        DeliveryTopics.publish(streamed.record(1, 2, DeliveredRun.delta("o")));
        // A delta of the quiet run would be before it on the topic.
        DeliveryTopics.await(
                IM,
                1,
                r -> isOf(r, streamed) && DeliveryTopics.header(r, "ce_type").endsWith(".delta"));
        DeliveryTopics.publish(run.record(1, 3, DeliveredRun.message("hello"), DeliveredRun.failed("runner.error")));

        List<ConsumerRecord<byte[], byte[]>> parts = parts(IM, run, 3);

        List<String> said = new ArrayList<>();
        for (var part : parts) {
            OutboundReply reply = ProtocolCodec.decode(part.value(), OutboundReply.class);
            said.add(DeliveryTopics.header(part, "ce_type") + " " + reply.kind() + " " + reply.text());
        }
        assertThat(said)
                .containsExactly(
                        "dev.agenthost.outbound.placeholder PLACEHOLDER One moment…",
                        MESSAGE + " MESSAGE hello",
                        "dev.agenthost.outbound.failure FAILURE Call us.");
        assertThat(DeliveryTopics.await(IM, 3, r -> isOf(r, run)))
                .noneMatch(r -> DeliveryTopics.header(r, "ce_type").endsWith(".delta"));
    }

    @Test
    void keepsTheOrderOfAConversationAndPublishesDeltasBeforeTheirPart() throws Exception {
        DeliveredRun first = DeliveredRun.toEventSurface();
        DeliveredRun second = DeliveredRun.in(first.conversation());
        DeliveryTopics.publish(first.record(1, 1, first.startedOn("im")));
        DeliveryTopics.publish(first.record(1, 2, DeliveredRun.delta("o")));
        List<ConsumerRecord<byte[], byte[]>> deltas = DeliveryTopics.await(
                IM,
                1,
                r -> isOf(r, first) && DeliveryTopics.header(r, "ce_type").endsWith(".delta"));
        DeliveryTopics.publish(
                first.record(1, 3, DeliveredRun.message("one"), DeliveredRun.message("two"), DeliveredRun.completed()));
        DeliveryTopics.publish(
                second.record(1, 1, second.startedOn("im"), DeliveredRun.message("three"), DeliveredRun.completed()));

        parts(IM, second, 1);
        Map<String, String> order = new LinkedHashMap<>();
        for (var r : DeliveryTopics.await(IM, 4, r -> isOf(r, first) || isOf(r, second))) {
            order.putIfAbsent(DeliveryTopics.header(r, "ce_id"), DeliveryTopics.header(r, "ce_type"));
        }
        OutboundDelta delta = ProtocolCodec.decode(deltas.getFirst().value(), OutboundDelta.class);
        assertThat(delta.text()).isEqualTo("o");
        assertThat(order.keySet())
                .containsExactly(
                        first.runId() + "/1/1-1", first.runId() + "/1", first.runId() + "/2", second.runId() + "/1");
    }

    @Test
    void attachmentsAreSentWithTheNextMessageAlsoAcrossBatches() throws Exception {
        DeliveredRun run = DeliveredRun.toEventSurface();
        var chart = new ArtifactCreated(
                "image", "chart-1", "image/png", "chart.png", 7L, "0".repeat(64), Fields.object(null), null);
        DeliveryTopics.publish(run.record(1, 1, run.startedOn("im"), chart, DeliveredRun.delta("Here ")));
        DeliveryTopics.await(
                IM, 1, r -> isOf(r, run) && DeliveryTopics.header(r, "ce_type").endsWith(".delta"));
        DeliveryTopics.publish(run.record(
                1,
                4,
                DeliveredRun.message("Here it is."),
                DeliveredRun.message("And more."),
                DeliveredRun.completed()));

        List<ConsumerRecord<byte[], byte[]>> parts = parts(IM, run, 2);

        OutboundReply first = ProtocolCodec.decode(parts.getFirst().value(), OutboundReply.class);
        assertThat(first.part()).isEqualTo(1);
        assertThat(first.artifacts()).singleElement().satisfies(made -> {
            assertThat(made.artifactId()).isEqualTo("chart-1");
            assertThat(made.mimeType()).isEqualTo("image/png");
        });
        assertThat(new String(parts.getLast().value(), StandardCharsets.UTF_8)).doesNotContain("artifacts", "actions");
    }

    @Test
    void aReceiptOfTheAdapterEndsThePartOnceAndForAll() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.startedOn("im"),
                DeliveredRun.message("a"),
                DeliveredRun.message("b"),
                DeliveredRun.completed()));
        parts(IM, run, 2);

        sendReceipt(run, "im", 1, ReceiptStatus.DELIVERED, "pm-1", null);
        sendReceipt(run, "im", 2, ReceiptStatus.REJECTED, null, "chat_gone");
        sendReceipt(run, "im", 1, ReceiptStatus.REJECTED, null, "changed_my_mind");

        List<DeliveryReceipt> receipts = receipts(run, 2);
        assertThat(receipts)
                .extracting(
                        DeliveryReceipt::part,
                        DeliveryReceipt::surface,
                        DeliveryReceipt::status,
                        DeliveryReceipt::platformMessageId,
                        DeliveryReceipt::errorCode)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(1, "im", ReceiptStatus.DELIVERED, "pm-1", null),
                        org.assertj.core.groups.Tuple.tuple(2, "im", ReceiptStatus.REJECTED, null, "chat_gone"));
        // A later receipt has been applied: the third one had no other effect.
        DeliveredRun after = DeliveredRun.in(run.conversation());
        DeliveryTopics.publish(
                after.record(1, 1, after.startedOn("im"), DeliveredRun.message("c"), DeliveredRun.completed()));
        parts(IM, after, 1);
        sendReceipt(after, "im", 1, ReceiptStatus.DELIVERED, null, null);
        receipts(after, 1);
        assertThat(receipts(run, 2)).hasSize(2);
    }

    @Test
    void anAdapterReceiptIsCountedOnceWithItsOutcome() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.startedOn("counted"),
                DeliveredRun.message("a"),
                DeliveredRun.message("b"),
                DeliveredRun.completed()));
        parts(Topics.outbound("counted"), run, 2);

        sendReceipt(run, "counted", 1, ReceiptStatus.DELIVERED, null, null);
        sendReceipt(run, "counted", 1, ReceiptStatus.REJECTED, null, "changed_my_mind");
        sendReceipt(run, "counted", 2, ReceiptStatus.REJECTED, null, "chat_gone");
        receipts(run, 2);

        assertThat(get("/q/metrics").asString())
                .contains(settled("delivered") + " 1.0")
                .contains(settled("rejected") + " 1.0");
    }

    private static String settled(String outcome) {
        return "agenthost_delivery_part_delay_seconds_count{outcome=\"" + outcome + "\",surface=\"counted\"}";
    }

    @Test
    void aReceiptForAForeignPartIsDeadLetteredAndTheNextOneIsApplied() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(
                run.record(1, 1, run.startedOn("im"), DeliveredRun.message("mine"), DeliveredRun.completed()));
        parts(IM, run, 1);
        DeliveredRun noAdapter = DeliveredRun.toEventSurface();

        sendReceipt(run, "second", 1, ReceiptStatus.REJECTED, null, "not_mine");
        sendReceipt(run, "im", 2, ReceiptStatus.DELIVERED, null, null);
        sendReceipt(noAdapter, "im", 1, ReceiptStatus.DELIVERED, null, null);
        sendReceipt(run.ofWorkspace("other"), "im", 1, ReceiptStatus.DELIVERED, null, null);
        DeliveryTopics.publishTo(
                Topics.ADAPTER_RECEIPTS, 0, run.runId().toString(), "no json".getBytes(StandardCharsets.UTF_8));
        // A character that no text of the database can hold.
        sendReceipt(run, "im\0", 1, ReceiptStatus.REJECTED, null, "not_mine");
        sendReceipt(run, "im", 1, ReceiptStatus.DELIVERED, "pm-9", null);

        assertThat(receipts(run, 1))
                .extracting(DeliveryReceipt::platformMessageId)
                .containsExactly("pm-9");
        var letters = DeliveryTopics.await(Topics.dlq(Topics.ADAPTER_RECEIPTS), 6, r -> {
            String key = new String(r.key(), StandardCharsets.UTF_8);
            return key.equals(run.runId().toString())
                    || key.equals(noAdapter.runId().toString());
        });
        assertThat(letters)
                .extracting(r -> DeliveryTopics.header(r, "agenthost-dead-letter-reason"))
                .containsExactlyInAnyOrder(
                        "foreign", "foreign", "foreign", "foreign", "undecodable", "refused_by_database");
    }

    @Test
    void aMissingTopicDelaysNoOtherAdapterAndLosesNoPart() {
        DeliveredRun stuck = DeliveredRun.toEventSurface();
        String conversation = "c-" + UUID.randomUUID();
        for (int i = 0; i < 20; i++) {
            DeliveredRun more = i == 0 ? stuck : DeliveredRun.toEventSurface();
            DeliveryTopics.publish(more.record(1, 1, more.startedOn("topicless")));
            DeliveryTopics.publish(more.record(1, 2, DeliveredRun.delta("x")));
            DeliveryTopics.publish(more.record(1, 3, DeliveredRun.message("x"), DeliveredRun.completed()));
        }
        DeliveredRun run = DeliveredRun.in(conversation);
        DeliveryTopics.publish(
                run.record(1, 1, run.startedOn("second"), DeliveredRun.message("y"), DeliveredRun.completed()));

        assertThat(parts(Topics.outbound("second"), run, 1)).hasSize(1);
        KafkaTestBroker.createTopics(Topics.outbound("topicless"));
        assertThat(parts(Topics.outbound("topicless"), stuck, 1)).hasSize(1);
    }

    /** The distinct parts of a run, in the order in which they came first. */
    private static List<ConsumerRecord<byte[], byte[]>> parts(String topic, DeliveredRun run, int n) {
        Map<String, ConsumerRecord<byte[], byte[]>> parts = new LinkedHashMap<>();
        for (var r : DeliveryTopics.awaitDistinct(
                topic,
                n,
                r -> isOf(r, run) && !DeliveryTopics.header(r, "ce_type").endsWith(".delta"))) {
            var before = parts.putIfAbsent(DeliveryTopics.header(r, "ce_id"), r);
            if (before != null) {
                assertThat(r.value()).isEqualTo(before.value());
            }
        }
        return List.copyOf(parts.values());
    }

    private static boolean isOf(ConsumerRecord<byte[], byte[]> r, DeliveredRun run) {
        return DeliveryTopics.header(r, "ce_id").startsWith(run.runId().toString());
    }

    private static void sendReceipt(
            DeliveredRun run, String adapter, int part, ReceiptStatus status, String messageId, String code) {
        var receipt = new AdapterReceipt(
                run.runId(),
                run.workspace(),
                adapter,
                part,
                status,
                messageId,
                code,
                Instant.ofEpochSecond(DeliveredRun.NOW));
        DeliveryTopics.publishTo(
                Topics.ADAPTER_RECEIPTS,
                ConversationPartitioner.of(run.runId().toString()),
                run.runId().toString(),
                ProtocolCodec.encode(receipt));
    }

    private static List<DeliveryReceipt> receipts(DeliveredRun run, int n) {
        return DeliveryTopics.await(Topics.DELIVERY_RECEIPTS, n, r -> new String(r.key(), StandardCharsets.UTF_8)
                        .equals(run.runId().toString()))
                .stream()
                .map(r -> {
                    try {
                        return ProtocolCodec.decode(r.value(), DeliveryReceipt.class);
                    } catch (UndecodableException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }
}
