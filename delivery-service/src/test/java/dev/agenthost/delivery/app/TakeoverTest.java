package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests takeovers of conversations of the adapter {@code taken}, by REST and on the topics. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class TakeoverTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String OUTBOUND = Topics.outbound("taken");

    @BeforeAll
    static void theTopicOfTheAdapter() {
        KafkaTestBroker.createTopics(OUTBOUND);
    }

    @Test
    void theAgentIsSilentAndTheOperatorSpeaksUntilTheEnd() throws UndecodableException {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.startedOn("taken"), DeliveredRun.message("of the agent")));
        outbound(run, "of the agent");

        long before = System.nanoTime();
        desk().put(path(run))
                .then()
                .statusCode(200)
                .body("operator", equalTo("desk"))
                .body("surface", equalTo("taken"))
                .body("active", equalTo(true))
                .body("calls_under_way", equalTo(0));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
        desk().get("/api/v1/takeovers?limit=100")
                .then()
                .statusCode(200)
                .body("items.conversation_id", hasItem(run.conversation()));

        DeliveryTopics.publish(run.record(1, 3, DeliveredRun.message("too late")));
        DeliveryReceipt withheld = receipt(run.runId() + "/2");
        assertThat(withheld.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(withheld.errorCode()).isEqualTo("taken_over");

        Response sent = desk().body(message("m1", "of **Ada**")).post(path(run) + "/messages");
        sent.then().statusCode(202).body("operator", equalTo("desk")).body("text", equalTo("of **Ada**"));
        OutboundReply spoken = outbound(run, "of **Ada**");
        assertThat(spoken.conversationId()).isEqualTo(run.conversation());
        assertThat(spoken.replyTarget()).isNotNull();
        await().atMost(LIMIT).untilAsserted(() -> viewer().get(path(run) + "/messages")
                .then()
                .statusCode(200)
                .body("items[0].status", equalTo("handed_over"))
                .body("items[0].operator", equalTo("desk")));

        desk().delete(path(run)).then().statusCode(204);
        desk().delete(path(run)).then().statusCode(204);
        desk().get(path(run)).then().statusCode(200).body("active", equalTo(false));
        desk().get("/api/v1/takeovers?limit=100")
                .then()
                .body("items.conversation_id", not(hasItem(run.conversation())));
        DeliveryTopics.publish(run.record(1, 4, DeliveredRun.message("again")));
        assertThat(outboundTexts(run, "again")).containsExactly("of the agent", "of **Ada**", "again");
        publishedIsComplete(run);
    }

    private static void publishedIsComplete(DeliveredRun run) throws UndecodableException {
        List<ConversationTakeover> states = new ArrayList<>();
        for (var record :
                DeliveryTopics.await(Topics.TAKEOVERS, 2, r -> new String(r.key()).equals(run.conversationKey()))) {
            states.add(ProtocolCodec.decode(record.value(), ConversationTakeover.class));
        }
        assertThat(states).extracting(state -> state.isActive(Instant.now())).containsExactly(true, false);
        assertThat(states).extracting(ConversationTakeover::operator).containsOnly("desk");
        List<String> actions = new ArrayList<>();
        for (var record :
                DeliveryTopics.await(Topics.AUDIT, 3, r -> new String(r.value()).contains(run.conversation()))) {
            AuditEntry entry = ProtocolCodec.decode(record.value(), AuditEntry.class);
            assertThat(entry.actor()).isEqualTo("desk");
            assertThat(entry.detail()).doesNotContain("Ada");
            actions.add(entry.action());
        }
        assertThat(actions).containsExactly("takeover.start", "takeover.message", "takeover.end");
    }

    @Test
    void oneOperatorOfManyGetsTheConversationAndARepetitionGetsTheSameAnswer() {
        DeliveredRun run = applied();
        List<CompletableFuture<Integer>> all = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> (i % 2 == 0 ? desk() : admin()).put(path(run)).statusCode(), Thread::startVirtualThread))
                .toList();
        List<Integer> answers = all.stream().map(CompletableFuture::join).toList();

        assertThat(answers).containsOnly(200, 409);
        assertThat(answers).filteredOn(status -> status == 200).hasSize(4);
        String winner = desk().get(path(run)).path("operator");
        RequestSpecification other = winner.equals("desk") ? admin() : desk();
        other.put(path(run)).then().statusCode(409).body("detail", containsString("taken over by " + winner));
        (winner.equals("desk") ? admin() : desk())
                .body(message("m", "x"))
                .post(path(run) + "/messages")
                .then()
                .statusCode(409)
                .body("detail", containsString("Start a takeover first"));
        (winner.equals("desk") ? admin() : desk()).delete(path(run)).then().statusCode(204);
        (winner.equals("desk") ? admin() : desk()).put(path(run)).then().statusCode(200);
    }

    @Test
    void aRepetitionMovesTheEndAndTheTimeEndsIt() {
        DeliveredRun run = applied();
        String begun = desk().put(path(run)).then().statusCode(200).extract().path("begun_at");
        Instant soon = Instant.now().plusSeconds(2);
        desk().body("{\"until\":\"" + soon + "\"}")
                .put(path(run))
                .then()
                .statusCode(200)
                .body("begun_at", equalTo(begun));
        await().atMost(LIMIT).untilAsserted(() -> desk().get(path(run)).then().body("ended_at", not(nullValue())));

        desk().body(message("m", "x")).post(path(run) + "/messages").then().statusCode(409);
        DeliveryTopics.publish(run.record(1, 2, DeliveredRun.message("after its time")));
        outbound(run, "after its time");
        desk().put(path(run)).then().statusCode(200).body("begun_at", not(equalTo(begun)));
    }

    @Test
    void aMessageIsSentOnceUnderItsId() {
        DeliveredRun run = applied();
        desk().put(path(run)).then().statusCode(200);
        String messages = path(run) + "/messages";
        desk().body(message("m1", "once")).post(messages).then().statusCode(202);
        desk().body(message("m1", "once")).post(messages).then().statusCode(200).body("message_id", equalTo("m1"));
        desk().body(message("m1", "twice")).post(messages).then().statusCode(409);
        desk().body(message("m2", "last")).post(messages).then().statusCode(202);
        desk().delete(path(run)).then().statusCode(204);
        desk().body(message("m1", "once")).post(messages).then().statusCode(200);
        assertThat(outboundTexts(run, "last")).containsExactly("once", "last");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {                                    | (root)
                    []                                   | (root)
                    {"until":"tomorrow"}                 | until
                    {"until":5}                          | until
                    {"until":"2020-01-01T00:00:00Z"}     | until
                    {"until":"2999-01-01T00:00:00Z"}     | until
                    {"untill":"2999-01-01T00:00:00Z"}    | untill
            """)
    void anInvalidStartIsRefused(String body, String field) {
        DeliveredRun run = applied();
        desk().body(body).put(path(run)).then().statusCode(400).body("code", equalTo("invalid_argument"));
        if (!field.startsWith("(")) {
            desk().body(body).put(path(run)).then().body("field", equalTo(field));
        }
        desk().get(path(run)).then().statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {}                                   | message_id
                    {"text":"x"}                         | message_id
                    {"message_id":"","text":"x"}         | message_id
                    {"message_id":"m"}                   | text
                    {"message_id":"m","text":" "}        | text
                    {"message_id":"m","text":7}          | text
                    {"message_id":"m","text":"x","to":1} | to
            """)
    void anInvalidMessageIsRefused(String body, String field) {
        DeliveredRun run = applied();
        desk().put(path(run)).then().statusCode(200);
        desk().body(body).post(path(run) + "/messages").then().statusCode(400).body("field", equalTo(field));
        desk().get(path(run) + "/messages").then().statusCode(200).body("items", equalTo(List.of()));
    }

    @Test
    void unknownForeignAndUnreachableConversationsAndTooLongValuesAreRefused() {
        DeliveredRun run = applied();
        String longId = "x".repeat(257);
        DeliveredRun streamed = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(streamed.record(1, 1, streamed.started()));
        DeliveredRun unknown = DeliveredRun.toEventSurface();
        for (String path : List.of(path(unknown), path(streamed), path(run) + "?thread_id=t")) {
            desk().put(path).then().statusCode(404).body("code", equalTo("not_found"));
            desk().get(path).then().statusCode(404);
            desk().delete(path).then().statusCode(404);
        }
        desk().body(message("m", "x")).post(path(unknown) + "/messages").then().statusCode(404);
        desk().put("/api/v1/takeovers/bot/" + longId).then().statusCode(400).body("field", equalTo("conversation_id"));

        desk().put(path(run)).then().statusCode(200);
        as(DeliverySettings.OTHER_KEY).get(path(run)).then().statusCode(404);
        as(DeliverySettings.OTHER_KEY).put(path(run)).then().statusCode(404);
        as(DeliverySettings.OTHER_KEY).delete(path(run)).then().statusCode(404);
        as(DeliverySettings.OTHER_KEY)
                .body(message("m", "x"))
                .post(path(run) + "/messages")
                .then()
                .statusCode(404);
        desk().body(message("m", "x".repeat(32 * 1024 + 1)))
                .post(path(run) + "/messages")
                .then()
                .statusCode(400)
                .body("field", equalTo("text"));
        desk().body(message(longId, "x")).post(path(run) + "/messages").then().statusCode(400);

        for (String key : List.of(DeliverySettings.VIEWER_KEY, DeliverySettings.ADAPTER_KEY)) {
            as(key).put(path(run)).then().statusCode(403);
            as(key).delete(path(run)).then().statusCode(403);
            as(key).body(message("m", "x")).post(path(run) + "/messages").then().statusCode(403);
        }
        viewer().get(path(run)).then().statusCode(200).body("active", equalTo(true));
    }

    /** A run of the adapter that has begun, and whose conversation can be taken over. */
    private DeliveredRun applied() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.startedOn("taken")));
        String known = path(run);
        await().atMost(LIMIT)
                .until(() -> desk().body("{\"message_id\":\"known\",\"text\":\"x\"}")
                                .post(known + "/messages")
                                .statusCode()
                        == 409);
        return run;
    }

    private static OutboundReply outbound(DeliveredRun run, String text) {
        return outboundReplies(run, text).getLast();
    }

    private static List<String> outboundTexts(DeliveredRun run, String last) {
        return outboundReplies(run, last).stream().map(OutboundReply::text).toList();
    }

    /** The replies in the conversation, up to the one with that text. */
    private static List<OutboundReply> outboundReplies(DeliveredRun run, String last) {
        return DeliveryTopics.awaitAll(
                        OUTBOUND,
                        r -> isReply(r) && reply(r).conversationId().equals(run.conversation()),
                        found -> found.stream().anyMatch(r -> reply(r).text().equals(last)))
                .stream()
                .map(TakeoverTest::reply)
                .toList();
    }

    private static boolean isReply(ConsumerRecord<byte[], byte[]> outbound) {
        return DeliveryTopics.header(outbound, "ce_type").equals(CloudEventHeaders.OUTBOUND_MESSAGE_TYPE);
    }

    private static OutboundReply reply(ConsumerRecord<byte[], byte[]> outbound) {
        try {
            return ProtocolCodec.decode(outbound.value(), OutboundReply.class);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    private static DeliveryReceipt receipt(String part) throws UndecodableException {
        String[] key = part.split("/");
        var record = DeliveryTopics.await(Topics.DELIVERY_RECEIPTS, 1, r -> {
                    String body = new String(r.value(), StandardCharsets.UTF_8);
                    return body.contains(key[0]) && body.contains("\"part\":" + key[1]);
                })
                .getFirst();
        return ProtocolCodec.decode(record.value(), DeliveryReceipt.class);
    }

    private static String message(String id, String text) {
        return "{\"message_id\":\"" + id + "\",\"text\":\"" + text + "\"}";
    }

    private static String path(DeliveredRun run) {
        return "/api/v1/takeovers/bot/" + run.conversation();
    }

    private static RequestSpecification admin() {
        return as(DeliverySettings.KEY);
    }

    private static RequestSpecification desk() {
        return as(DeliverySettings.DESK_KEY);
    }

    private static RequestSpecification viewer() {
        return as(DeliverySettings.VIEWER_KEY);
    }

    private static RequestSpecification as(String key) {
        return given().header("Authorization", "Bearer " + key).contentType("application/json");
    }
}
