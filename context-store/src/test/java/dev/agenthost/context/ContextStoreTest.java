package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.ContextClient.path;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that messages on the topics appear in the transcript for their readers: real Kafka and PostgreSQL, topics in, REST out. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ContextStoreTest {
    private static Broker broker;

    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final ContextClient client = new ContextClient(here);

    @BeforeAll
    static void open() {
        broker = new Broker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void messagesOnTheTopicsAreReadInTheTranscript() {
        EventEnvelope event = said(here, "hello");
        RecordPosition position = publish(event);
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(
                        event,
                        1,
                        1,
                        started(event, position),
                        Records.delta("hi"),
                        message("hi"),
                        Records.completed("hi")));
        broker.publish(Topics.DELIVERY_RECEIPTS, partition(), Records.receipt(event));
        broker.publish(Topics.AUDIT, partition(), Records.audit(event));

        client.history(last)
                .statusCode(200)
                .body("items.role", contains("assistant", "user"))
                .body("items.content", contains("hi", "hello"))
                .body("items.seq", contains(2, 1))
                .body("items[1].event_id", equalTo(event.eventId().toString()))
                .body("items[0].event_id", equalTo(event.eventId().toString()))
                .body("items[0].created_at", equalTo((int) Records.NOW.getEpochSecond()))
                .body("has_more", equalTo(false));
        client.transcript().statusCode(200).body("items.content", contains("hi", "hello"));
    }

    @Test
    void repeatedRecordsAreStoredOnceAndDeltasAreSkipped() {
        EventEnvelope event = said(here, "hello");
        publish(event);
        RecordPosition position = publish(event);
        var record = results(event, 1, 1, started(event, position), message("hi"));
        broker.publish(Topics.RUN_RESULTS, partition(), record);
        broker.publish(Topics.RUN_RESULTS, partition(), record);
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                "unread".getBytes(StandardCharsets.UTF_8),
                new RecordHeader(CloudEventHeaders.DELTAS_ONLY, "true".getBytes(StandardCharsets.UTF_8)));

        client.history(last).statusCode(200).body("items.content", contains("hi", "hello"));
    }

    @Test
    void anInvalidRecordIsADeadLetterAndThePartitionContinues() {
        RecordPosition unreadable =
                broker.publish(Topics.EVENTS, partition(), "{not json".getBytes(StandardCharsets.UTF_8));
        RecordPosition refused = publish(said(here, "a \0 in it"));
        RecordPosition last = publish(said(here, "after"));

        client.history(last).statusCode(200).body("items.content", contains("after"));
        await().untilAsserted(() ->
                assertThat(deadLetters()).contains("undecodable " + unreadable, "refused_by_database " + refused));
    }

    @Test
    void aFailedRunHasNoTranscriptEntry() {
        EventEnvelope event = said(here, "fail");
        RecordPosition position = publish(event);
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(event, 1, 1, started(event, position), new RunFailed("runner.error", "inside", false, null)));

        client.history(last).statusCode(200).body("items.content", contains("fail"));
    }

    @Test
    void anAnswerWaitsForItsPositionsAndThenIsUnavailable() {
        RecordPosition last = publish(said(here, "hello"));
        RecordPosition future = new RecordPosition(Topics.EVENTS, last.partition(), last.offset() + 1_000_000);

        client.history(future)
                .statusCode(503)
                .body("code", equalTo("runtime_error"))
                .header("Retry-After", notNullValue());
        client.history(new RecordPosition("agent.run-requests", 0, 0))
                .statusCode(400)
                .body("field", equalTo("positions"));
    }

    @Test
    void pagesFollowEachOther() {
        RecordPosition last = null;
        for (int i = 1; i <= 5; i++) {
            last = publish(said(here, "m" + i));
        }
        client.history(last).statusCode(200);

        String next = get(path(here), "limit", "2")
                .body("items.content", contains("m5", "m4"))
                .extract()
                .path("next_cursor");
        get(path(here), "limit", "2", "cursor", next).body("items.content", contains("m3", "m2"));
        String forward = get(path(here), "limit", "3", "direction", "forward")
                .body("items.content", contains("m1", "m2", "m3"))
                .extract()
                .path("next_cursor");
        get(path(here), "limit", "3", "direction", "forward", "cursor", forward)
                .body("items.content", contains("m4", "m5"))
                .body("has_more", equalTo(false))
                .body("next_cursor", nullValue());
        get(path(conversation("other")), "cursor", next).statusCode(400).body("field", equalTo("cursor"));
        get(path(here), "thread_id", "t", "cursor", next).statusCode(400).body("field", equalTo("cursor"));
    }

    @Test
    void anInvalidRequestNamesTheParameter() {
        for (String limit : List.of("0", "101", "-1", "x")) {
            get(path(here), "limit", limit).statusCode(400).body("field", equalTo("limit"));
        }
        get(path(here), "direction", "up").statusCode(400).body("field", equalTo("direction"));
        get(path(here), "cursor", "garbage").statusCode(400).body("field", equalTo("cursor"));
        ContextClient asked = new ContextClient(here);
        asked.page("").statusCode(400).body("field", equalTo("before_cursor"));
        asked.events(List.of(), "", 50).statusCode(400).body("field", equalTo("before_cursor"));
        get(path(here)).statusCode(200).body("items", empty());
        get("/api/v1/workspaces/demo/bots/bot/conversations/a%00b/transcript")
                .statusCode(400)
                .body("field", equalTo("conversation_id"));
    }

    @Test
    void aConversationIdMayHaveAnyCharacters() {
        ConversationRef odd = conversation("group/7 +%&?ä-" + UUID.randomUUID());
        RecordPosition last = broker.publish(Topics.EVENTS, partition(), said(odd, "hello"));
        client.history(last).statusCode(200).body("items", empty());

        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .pathParam("conversation", odd.conversationId())
                .get("/api/v1/workspaces/demo/bots/bot/conversations/{conversation}/transcript")
                .then()
                .statusCode(200)
                .body("items.content", contains("hello"));
    }

    @Test
    void requiresAKeyOfTheWorkspace() {
        given().get(path(here)).then().statusCode(401).body("code", equalTo("unauthorized"));
        given().header("Authorization", "Bearer wrong").get(path(here)).then().statusCode(401);
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType(ContentType.JSON)
                .body("{}")
                .post("/internal/v1/run-context")
                .then()
                .statusCode(401);
        String foreign = get("/api/v1/workspaces/other/bots/bot/conversations/c/transcript")
                .statusCode(404)
                .extract()
                .asString();
        String missing = get("/api/v1/nothing").statusCode(404).extract().asString();
        assertThat(foreign).isEqualTo(missing);
    }

    private RecordPosition publish(EventEnvelope event) {
        return broker.publish(Topics.EVENTS, partition(), event);
    }

    private int partition() {
        return said(here, "").conversationKey().partition();
    }

    private static List<String> deadLetters() {
        return TopicConsumer.all(Topics.dlq(Topics.EVENTS)).stream()
                .map(record -> header(record.headers()
                                .lastHeader(DeadLetterHeaders.REASON)
                                .value()) + " "
                        + header(record.headers()
                                .lastHeader(DeadLetterHeaders.TOPIC)
                                .value()) + "/"
                        + header(record.headers()
                                .lastHeader(DeadLetterHeaders.PARTITION)
                                .value()) + "@"
                        + header(record.headers()
                                .lastHeader(DeadLetterHeaders.OFFSET)
                                .value()))
                .toList();
    }

    private static String header(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }
}
