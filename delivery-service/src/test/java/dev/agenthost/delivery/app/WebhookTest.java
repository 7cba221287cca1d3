package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.security.WebhookSignature;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class WebhookTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void sendsEachMessageSignedAndOnce() throws Exception {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun run = DeliveredRun.in("c1").toWebhook(receiver.url(), "HOOK");
            DeliveryTopics.publish(run.record(1, 1, run.started()));
            DeliveryTopics.publish(
                    ConversationPartitioner.of(run.conversationKey()),
                    run.runId().toString(),
                    ProtocolCodec.encode(run.record(
                            1,
                            2,
                            DeliveredRun.delta("he"),
                            DeliveredRun.message("hello"),
                            DeliveredRun.message("world"))),
                    Map.of("traceparent", TRACE));
            DeliveryTopics.publish(run.record(1, 5, DeliveredRun.completed("world")));
            DeliveryTopics.publish(run.record(1, 5, DeliveredRun.completed("world")));

            List<DeliveryReceipt> receipts = receipts(run, 2);
            List<Receiver.Call> calls = receiver.calls();
            assertThat(calls).extracting(Receiver.Call::key).containsExactly(run.runId() + "/1", run.runId() + "/2");
            for (Receiver.Call call : calls) {
                Instant at = Instant.ofEpochSecond(Long.parseLong(call.timestamp()));
                byte[] secret = DeliverySettings.SECRET.getBytes(StandardCharsets.UTF_8);
                byte[] body = call.body().getBytes(StandardCharsets.UTF_8);
                assertThat(call.signature())
                        .isEqualTo(WebhookSignature.of(secret, at, body).value());
                assertThat(call.traceparent()).isEqualTo(TRACE);
            }
            JsonNode first = ProtocolCodec.readTree(calls.getFirst().body().getBytes(StandardCharsets.UTF_8));
            assertThat(first.path("run_id").textValue()).isEqualTo(run.runId().toString());
            assertThat(first.path("event_id").textValue())
                    .isEqualTo(run.eventId().toString());
            assertThat(first.path("workspace_id").textValue()).isEqualTo("demo");
            assertThat(first.path("bot_id").textValue()).isEqualTo("bot");
            assertThat(first.path("conversation_id").textValue()).isEqualTo("c1");
            assertThat(first.path("part").intValue()).isEqualTo(1);
            assertThat(first.path("kind").textValue()).isEqualTo("message");
            assertThat(first.path("text").textValue()).isEqualTo("hello");
            assertThat(first.path("message").path("content").textValue()).isEqualTo("hello");
            assertThat(receipts).extracting(DeliveryReceipt::status).containsOnly(ReceiptStatus.DELIVERED);
            assertThat(receipts).extracting(DeliveryReceipt::part).containsExactlyInAnyOrder(1, 2);
        }
    }

    @Test
    void aWebhookFollowsTheDeliveryPolicy() throws Exception {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveryPolicy policy = new DeliveryPolicy(
                    new DeliveryTarget("webhook", receiver.url(), "HOOK"), true, "One moment…", "Call us.", false);
            DeliveredRun run = DeliveredRun.in("c-policy").with(policy);
            DeliveryTopics.publish(run.record(
                    1, 1, run.started(), DeliveredRun.message("hello"), DeliveredRun.failed("runner.error")));

            receipts(run, 3);
            List<String> said = new ArrayList<>();
            for (Receiver.Call call : receiver.calls()) {
                JsonNode body = ProtocolCodec.readTree(call.body().getBytes(StandardCharsets.UTF_8));
                said.add(body.path("part").intValue() + " " + body.path("kind").textValue() + " "
                        + body.path("text").textValue());
            }
            assertThat(said).containsExactly("1 placeholder One moment…", "2 message hello", "3 failure Call us.");
        }
    }

    @Test
    void repeatsTheSameBytesUnderTheSameKeyAndKeepsTheOrder() {
        try (Receiver receiver = new Receiver(n -> n <= 2 ? 500 : 200)) {
            DeliveredRun first = DeliveredRun.in("c-order").toWebhook(receiver.url(), "HOOK");
            DeliveredRun second = DeliveredRun.in("c-order").toWebhook(receiver.url(), "HOOK");
            DeliveryTopics.publish(first.record(
                    1,
                    1,
                    first.started(),
                    DeliveredRun.message("a"),
                    DeliveredRun.message("b"),
                    DeliveredRun.completed()));
            DeliveryTopics.publish(
                    second.record(1, 1, second.started(), DeliveredRun.message("c"), DeliveredRun.completed()));

            List<DeliveryReceipt> receipts = receipts(first, 2);
            List<Receiver.Call> calls = receiver.awaitCalls(5);
            assertThat(calls)
                    .extracting(Receiver.Call::key)
                    .containsExactly(
                            first.runId() + "/1",
                            first.runId() + "/1",
                            first.runId() + "/1",
                            first.runId() + "/2",
                            second.runId() + "/1");
            assertThat(calls.subList(0, 3))
                    .extracting(Receiver.Call::body)
                    .containsOnly(calls.getFirst().body());
            assertThat(receipts).extracting(DeliveryReceipt::attempts).containsExactlyInAnyOrder(3, 1);
        }
    }

    @Test
    void aFailingEndpointDelaysNoOtherEndpoint() {
        try (Receiver failing = new Receiver(n -> 503);
                Receiver healthy = Receiver.accepting()) {
            for (int i = 0; i < 20; i++) {
                DeliveredRun stuck = DeliveredRun.toEventSurface().toWebhook(failing.url(), "HOOK");
                DeliveryTopics.publish(
                        stuck.record(1, 1, stuck.started(), DeliveredRun.message("x"), DeliveredRun.completed()));
            }
            failing.awaitCalls(4);
            DeliveredRun run = DeliveredRun.toEventSurface().toWebhook(healthy.url(), "HOOK");
            DeliveryTopics.publish(
                    run.record(1, 1, run.started(), DeliveredRun.message("y"), DeliveredRun.completed()));
            assertThat(receipts(run, 1)).extracting(DeliveryReceipt::status).containsExactly(ReceiptStatus.DELIVERED);
        }
    }

    @Test
    void sendsTheFailureTextOfAFailedRun() throws Exception {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun run = DeliveredRun.toEventSurface().toWebhook(receiver.url(), "HOOK");
            DeliveryTopics.publish(run.record(1, 1, run.started(), DeliveredRun.failed("runner.error")));
            String body = receiver.awaitCalls(1).getFirst().body();
            JsonNode said = ProtocolCodec.readTree(body.getBytes(StandardCharsets.UTF_8));
            assertThat(said.path("kind").textValue()).isEqualTo("failure");
            assertThat(said.path("text").textValue()).isEqualTo(FailureCode.RUNNER_ERROR.sentence());
            assertThat(said.has("message")).isFalse();
            assertThat(body).doesNotContain("stack trace");
        }
    }

    @Test
    void rejectsAPartThatTheReceiverRefusesPermanently() {
        try (Receiver receiver = new Receiver(n -> n == 1 ? 422 : 302)) {
            DeliveredRun run = DeliveredRun.toEventSurface().toWebhook(receiver.url(), "HOOK");
            DeliveryTopics.publish(run.record(
                    1,
                    1,
                    run.started(),
                    DeliveredRun.message("a"),
                    DeliveredRun.message("b"),
                    DeliveredRun.completed()));
            List<DeliveryReceipt> receipts = receipts(run, 2);
            assertThat(receipts).extracting(DeliveryReceipt::status).containsOnly(ReceiptStatus.REJECTED);
            assertThat(receipts).extracting(DeliveryReceipt::errorCode).containsOnly("webhook.refused");
            assertThat(receiver.calls()).hasSize(2);
        }
    }

    @Test
    void rejectsWithoutASecretToSignWith() {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun run = DeliveredRun.toEventSurface().toWebhook(receiver.url(), "NO_SUCH");
            DeliveryTopics.publish(
                    run.record(1, 1, run.started(), DeliveredRun.message("a"), DeliveredRun.completed()));
            assertThat(receipts(run, 1))
                    .extracting(DeliveryReceipt::errorCode)
                    .containsExactly("webhook.secret_missing");
            assertThat(receiver.calls()).isEmpty();
        }
    }

    @Test
    void rejectsAnAddressThatIsNone() {
        DeliveredRun run = DeliveredRun.toEventSurface().toWebhook("ftp://nowhere", "HOOK");
        DeliveryTopics.publish(run.record(1, 1, run.started(), DeliveredRun.message("a"), DeliveredRun.completed()));
        assertThat(receipts(run, 1)).extracting(DeliveryReceipt::errorCode).containsExactly("webhook.url_invalid");
    }

    private static List<DeliveryReceipt> receipts(DeliveredRun run, int n) {
        List<ConsumerRecord<byte[], byte[]>> found =
                DeliveryTopics.await(Topics.DELIVERY_RECEIPTS, n, r -> new String(r.key(), StandardCharsets.UTF_8)
                        .equals(run.runId().toString()));
        assertThat(found).allSatisfy(r -> {
            assertThat(r.partition()).isEqualTo(ConversationPartitioner.of(run.conversationKey()));
            assertThat(DeliveryTopics.header(r, "ce_type")).isEqualTo("dev.agenthost.receipt");
            assertThat(DeliveryTopics.header(r, "ce_id"))
                    .startsWith(run.runId() + "/")
                    .endsWith("/receipt");
        });
        return found.stream().map(WebhookTest::read).toList();
    }

    private static DeliveryReceipt read(ConsumerRecord<byte[], byte[]> found) {
        try {
            return ProtocolCodec.decode(found.value(), DeliveryReceipt.class);
        } catch (dev.agenthost.protocol.json.UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
