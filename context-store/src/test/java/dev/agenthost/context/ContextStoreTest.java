package dev.agenthost.context;

import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
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

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.store.HistoryDirection;
import dev.agenthost.protocol.store.HistoryQuestion;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.StateCall;
import dev.agenthost.protocol.store.StateScope;
import dev.agenthost.protocol.store.StateScopeKey;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole service on real Kafka and PostgreSQL: topics in, REST out. */
@QuarkusTest
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(ContextSettings.class)
class ContextStoreTest {
    private static Broker broker;

    private final ConversationRef here = conversation("c-" + UUID.randomUUID());

    @BeforeAll
    static void open() {
        broker = new Broker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void whatIsSaidOnTheTopicsIsReadInTheTranscript() {
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

        history(last)
                .statusCode(200)
                .body("items.role", contains("assistant", "user"))
                .body("items.content", contains("hi", "hello"))
                .body("items.seq", contains(2, 1))
                .body("items[1].event_id", equalTo(event.eventId().toString()))
                .body("items[0].event_id", equalTo(event.eventId().toString()))
                .body("items[0].created_at", equalTo((int) Records.NOW.getEpochSecond()))
                .body("has_more", equalTo(false));
        transcript().statusCode(200).body("items.content", contains("hi", "hello"));
    }

    @Test
    void whatComesTwiceIsSaidOnceAndDeltasArePassedOver() {
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

        history(last).statusCode(200).body("items.content", contains("hi", "hello"));
    }

    @Test
    void aRecordThatNobodyCanReadOrStoreIsADeadLetterAndThePartitionGoesOn() {
        RecordPosition unreadable =
                broker.publish(Topics.EVENTS, partition(), "{not json".getBytes(StandardCharsets.UTF_8));
        RecordPosition refused = publish(said(here, "a \0 in it"));
        RecordPosition last = publish(said(here, "after"));

        history(last).statusCode(200).body("items.content", contains("after"));
        await().untilAsserted(() ->
                assertThat(deadLetters()).contains("undecodable " + unreadable, "refused_by_database " + refused));
    }

    @Test
    void aFailedRunLeavesNothingInTheTranscript() {
        EventEnvelope event = said(here, "fail");
        RecordPosition position = publish(event);
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(event, 1, 1, started(event, position), new RunFailed("runner.error", "inside", false, null)));

        history(last).statusCode(200).body("items.content", contains("fail"));
    }

    @Test
    void anAnswerWaitsForItsPositionsAndThenSaysItIsTooEarly() {
        RecordPosition last = publish(said(here, "hello"));
        RecordPosition future = new RecordPosition(Topics.EVENTS, last.partition(), last.offset() + 1_000_000);

        history(future).statusCode(503).body("code", equalTo("runtime_error")).header("Retry-After", notNullValue());
        history(new RecordPosition("agent.run-requests", 0, 0)).statusCode(400).body("field", equalTo("positions"));
    }

    @Test
    void aStartTellsStateAndCountsAndFencesTheAttemptBefore() {
        EventEnvelope first = said(here, "one");
        RecordPosition position = publish(first);
        history(broker.publish(
                        Topics.RUN_RESULTS, partition(), results(first, 1, 1, started(first, position), message("1"))))
                .statusCode(200);
        EventEnvelope second = said(here, "two");

        String early = open(second, 1)
                .statusCode(200)
                .body("transcript_seq", equalTo(2))
                .body("event_seq", equalTo(3))
                .body("has_history_before", equalTo(true))
                .body("state.conversation.size()", equalTo(0))
                .extract()
                .path("latest_cursor");
        state("set", set(second, 1, "o1", "conversation_id", "x"))
                .statusCode(200)
                .body("success", equalTo(true));
        history(publish(second)).statusCode(200);
        String late = open(second, 2)
                .statusCode(200)
                .body("transcript_seq", equalTo(3))
                .body("state.conversation.'external.conversation_id'", equalTo("x"))
                .extract()
                .path("latest_cursor");

        for (String cursor : List.of(early, late)) {
            page(cursor).statusCode(200).body("items.content", contains("1", "one"));
        }
        state("set", set(second, 1, "o2", "n", "y")).statusCode(409).body("code", equalTo("conflict"));
        open(second, 1).statusCode(409);
    }

    @Test
    void aRunWhoseEndIsOnTheTopicWritesNothingMore() {
        EventEnvelope event = said(here, "one");
        open(event, 1).statusCode(200);
        state("set", set(event, 1, "o1", "n", "x")).statusCode(200);
        RecordPosition end = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(event, 1, 1, started(event, publish(event)), Records.completed("hi")));
        history(end).statusCode(200);

        state("set", set(event, 1, "o2", "n", "y")).statusCode(409);
        open(event, 2).statusCode(409);
    }

    @Test
    void anEndedRunWritesNothingMore() {
        EventEnvelope event = said(here, "one");
        open(event, 1).statusCode(200).body("latest_cursor", nullValue()).body("has_history_before", equalTo(false));
        post("/internal/v1/runs/end", new RunEnd("demo", run(event), 1)).statusCode(204);

        state("set", set(event, 1, "o1", "n", "x")).statusCode(409);
        state("get", StateCall.get("demo", run(event), 1, scope(), "n"))
                .statusCode(200)
                .body("value", nullValue());
    }

    @Test
    void stateIsSetReadListedAndDeleted() {
        EventEnvelope event = said(here, "one");
        open(event, 1).statusCode(200);
        state("set", set(event, 1, "o1", "a", "x")).statusCode(200);

        state("get", StateCall.get("demo", run(event), 1, scope(), "a"))
                .statusCode(200)
                .body("value", equalTo("x"))
                .body("etag", notNullValue());
        state("list", StateCall.list("demo", run(event), 1, scope(), null, 10))
                .body("keys", contains("a"))
                .body("has_more", equalTo(false));
        state("delete", StateCall.delete("demo", run(event), 1, "o2", scope(), "a"))
                .body("success", equalTo(true));
        state("delete", StateCall.delete("demo", run(event), 1, "o3", scope(), "a"))
                .body("success", equalTo(false));
    }

    @Test
    void badStateGetsAnAnswerThatNamesTheField() {
        EventEnvelope event = said(here, "one");
        open(event, 1).statusCode(200);

        state("set", set(event, 1, "o1", "n", "a \0 in it")).statusCode(400).body("field", equalTo("value"));
        state("set", set(event, 1, "o1", "a \0 in it", "x")).statusCode(400).body("field", equalTo("name"));
        state("set", set(event, 1, "o1", "n", "x".repeat(256 * 1024))).statusCode(413);
        state("set", set(event, 1, "o1", "n", "x".repeat(256 * 1024 - 2))).statusCode(200);
        state("set", StateCall.get("demo", run(event), 1, scope(), "n"))
                .statusCode(400)
                .body("field", equalTo("value"));
        state("delete", StateCall.get("demo", run(event), 1, scope(), "n"))
                .statusCode(400)
                .body("field", equalTo("operation_id"));
        internal().body("{").post("/internal/v1/state/get").then().statusCode(400);
        internal()
                .body("{\"workspace_id\":\"demo\"}")
                .post("/internal/v1/state/get")
                .then()
                .statusCode(400)
                .body("field", notNullValue());
    }

    @Test
    void pagesFollowEachOther() {
        RecordPosition last = null;
        for (int i = 1; i <= 5; i++) {
            last = publish(said(here, "m" + i));
        }
        history(last).statusCode(200);

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
    void aBadQuestionGetsAnAnswerThatNamesTheParameter() {
        for (String limit : List.of("0", "101", "-1", "x")) {
            get(path(here), "limit", limit).statusCode(400).body("field", equalTo("limit"));
        }
        get(path(here), "direction", "up").statusCode(400).body("field", equalTo("direction"));
        get(path(here), "cursor", "garbage").statusCode(400).body("field", equalTo("cursor"));
        get(path(here)).statusCode(200).body("items", empty());
        get("/api/v1/workspaces/demo/bots/bot/conversations/a%00b/transcript")
                .statusCode(400)
                .body("field", equalTo("conversation_id"));
    }

    @Test
    void aConversationMayBeNamedAnyhow() {
        ConversationRef odd = conversation("group/7 +%&?ä-" + UUID.randomUUID());
        RecordPosition last = broker.publish(Topics.EVENTS, partition(), said(odd, "hello"));
        history(last).statusCode(200).body("items", empty());

        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .pathParam("conversation", odd.conversationId())
                .get("/api/v1/workspaces/demo/bots/bot/conversations/{conversation}/transcript")
                .then()
                .statusCode(200)
                .body("items.content", contains("hello"));
    }

    @Test
    void onlyWhoseKeyItIsComesIn() {
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
        return Broker.all(Topics.dlq(Topics.EVENTS)).stream()
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

    /** The newest first, once that position is applied. */
    private ValidatableResponse history(RecordPosition position) {
        return post(
                "/internal/v1/history/page",
                new HistoryQuestion(
                        "demo",
                        "bot",
                        here.conversationId(),
                        null,
                        null,
                        null,
                        50,
                        HistoryDirection.BACKWARD,
                        List.of(position)));
    }

    private ValidatableResponse page(String before) {
        return post(
                "/internal/v1/history/page",
                new HistoryQuestion(
                        "demo",
                        "bot",
                        here.conversationId(),
                        null,
                        before,
                        null,
                        50,
                        HistoryDirection.BACKWARD,
                        List.of()));
    }

    private ValidatableResponse open(EventEnvelope event, int attempt) {
        return post(
                "/internal/v1/run-context",
                new RunContextQuestion(
                        "demo",
                        run(event),
                        attempt,
                        event.eventId(),
                        "bot",
                        here.conversationId(),
                        null,
                        List.of(scope())));
    }

    private StateCall set(EventEnvelope event, int attempt, String operation, String name, String value) {
        return StateCall.set("demo", run(event), attempt, operation, scope(), name, TextNode.valueOf(value));
    }

    private StateScopeKey scope() {
        return new StateScopeKey(
                StateScope.CONVERSATION,
                "bot",
                "b1",
                RunnerId.parse("plugin:agenthost/echo/default"),
                StateScopeKey.conversation(here.conversationId(), null));
    }

    private static ValidatableResponse state(String what, StateCall call) {
        return post("/internal/v1/state/" + what, call);
    }

    private static ValidatableResponse post(String path, Object body) {
        return internal()
                .body(new String(ProtocolCodec.encode(body), StandardCharsets.UTF_8))
                .post(path)
                .then();
    }

    private static RequestSpecification internal() {
        return given().header("Authorization", "Bearer " + ContextSettings.INTERNAL_KEY)
                .contentType(ContentType.JSON);
    }

    private ValidatableResponse transcript() {
        return get(path(here));
    }

    private static ValidatableResponse get(String path, String... query) {
        RequestSpecification request = given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
        for (int i = 0; i < query.length; i += 2) {
            request.queryParam(query[i], query[i + 1]);
        }
        return request.urlEncodingEnabled(false).get(path).then();
    }

    private static String path(ConversationRef ref) {
        return "/api/v1/workspaces/demo/bots/bot/conversations/" + ref.conversationId() + "/transcript";
    }
}
