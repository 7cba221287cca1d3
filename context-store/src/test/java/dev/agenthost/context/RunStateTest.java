package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.ContextClient.state;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
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
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the context at a run's start, its state, and the fence at its end: real Kafka and PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class RunStateTest {
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
    void aStartReturnsStateAndPositionsAndFencesThePreviousAttempt() {
        EventEnvelope first = said(here, "one");
        RecordPosition position = publish(first);
        client.history(broker.publish(
                        Topics.RUN_RESULTS, partition(), results(first, 1, 1, started(first, position), message("1"))))
                .statusCode(200);
        EventEnvelope second = said(here, "two");

        String early = client.open(second, 1)
                .statusCode(200)
                .body("transcript_seq", equalTo(2))
                .body("event_seq", equalTo(3))
                .body("has_history_before", equalTo(true))
                .body("state.conversation.size()", equalTo(0))
                .extract()
                .path("latest_cursor");
        state("set", client.set(second, 1, "o1", "conversation_id", "x"))
                .statusCode(200)
                .body("success", equalTo(true));
        client.history(publish(second)).statusCode(200);
        String late = client.open(second, 2)
                .statusCode(200)
                .body("transcript_seq", equalTo(3))
                .body("state.conversation.'external.conversation_id'", equalTo("x"))
                .extract()
                .path("latest_cursor");

        for (String cursor : List.of(early, late)) {
            client.page(cursor).statusCode(200).body("items.content", contains("1", "one"));
        }
        state("set", client.set(second, 1, "o2", "n", "y")).statusCode(409).body("code", equalTo("conflict"));
        client.open(second, 1).statusCode(409);
    }

    @Test
    void pagingBackFromAStartExcludesItsOwnAndLaterMessages() {
        EventEnvelope first = said(here, "one");
        EventEnvelope second = said(here, "two");
        EventEnvelope third = said(here, "three");
        RecordPosition position = publish(first);
        publish(second);
        client.history(publish(third)).statusCode(200);

        String ofFirst = cursorOf(client.open(first, 1)
                .statusCode(200)
                .body("event_seq", equalTo(1))
                .body("transcript_seq", equalTo(1))
                .body("has_history_before", equalTo(false)));
        client.page(ofFirst).statusCode(200).body("items", empty()).body("has_more", equalTo(false));

        String ofSecond = cursorOf(client.open(second, 1)
                .statusCode(200)
                .body("transcript_seq", equalTo(2))
                .body("has_history_before", equalTo(true)));
        client.history(broker.publish(
                        Topics.RUN_RESULTS, partition(), results(first, 1, 1, started(first, position), message("1"))))
                .statusCode(200);
        for (String cursor : List.of(ofSecond, cursorOf(client.open(second, 2)))) {
            client.page(cursor).statusCode(200).body("items.content", contains("1", "one"));
        }
        client.page(ofFirst).statusCode(200).body("items", empty());
    }

    @Test
    void aStartBeforeItsOwnMessageIsStoredPagesBackToEarlierMessages() {
        EventEnvelope first = said(here, "one");
        String cursor = cursorOf(client.open(first, 1).statusCode(200).body("has_history_before", equalTo(false)));
        publish(first);
        client.history(publish(said(here, "two"))).statusCode(200);

        client.page(cursor).statusCode(200).body("items", empty());
    }

    private static String cursorOf(ValidatableResponse start) {
        return start.extract().path("latest_cursor");
    }

    @Test
    void aRunWhoseEndIsOnTheTopicIsFenced() {
        EventEnvelope event = said(here, "one");
        client.open(event, 1).statusCode(200);
        state("set", client.set(event, 1, "o1", "n", "x")).statusCode(200);
        RecordPosition end = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(event, 1, 1, started(event, publish(event)), Records.completed("hi")));
        client.history(end).statusCode(200);

        state("set", client.set(event, 1, "o2", "n", "y")).statusCode(409);
        client.open(event, 2).statusCode(409);
    }

    @Test
    void anEndedRunWritesNothingMore() {
        EventEnvelope event = said(here, "one");
        client.open(event, 1).statusCode(200).body("has_history_before", equalTo(false));
        post("/internal/v1/runs/end", new RunEnd("demo", run(event), 1)).statusCode(204);

        state("set", client.set(event, 1, "o1", "n", "x")).statusCode(409);
        state("get", StateCall.get("demo", run(event), 1, client.scope(), "n"))
                .statusCode(200)
                .body("value", nullValue());
    }

    @Test
    void stateIsSetReadListedAndDeleted() {
        EventEnvelope event = said(here, "one");
        client.open(event, 1).statusCode(200);
        state("set", client.set(event, 1, "o1", "a", "x")).statusCode(200);

        state("get", StateCall.get("demo", run(event), 1, client.scope(), "a"))
                .statusCode(200)
                .body("value", equalTo("x"))
                .body("etag", notNullValue());
        state("list", StateCall.list("demo", run(event), 1, client.scope(), null, 10))
                .body("keys", contains("a"))
                .body("has_more", equalTo(false));
        state("delete", StateCall.delete("demo", run(event), 1, "o2", client.scope(), "a"))
                .body("success", equalTo(true));
        state("delete", StateCall.delete("demo", run(event), 1, "o3", client.scope(), "a"))
                .body("success", equalTo(false));
    }

    @Test
    void invalidStateNamesTheField() {
        EventEnvelope event = said(here, "one");
        client.open(event, 1).statusCode(200);

        state("set", client.set(event, 1, "o1", "n", "a \0 in it"))
                .statusCode(400)
                .body("field", equalTo("value"));
        state("set", client.set(event, 1, "o1", "a \0 in it", "x"))
                .statusCode(400)
                .body("field", equalTo("name"));
        state("set", client.set(event, 1, "o1", "a\nb", "x")).statusCode(400).body("field", equalTo("name"));
        state("set", client.set(event, 1, "o1", "n".repeat(256), "x"))
                .statusCode(400)
                .body("field", equalTo("name"));
        state("get", StateCall.get("demo", run(event), 1, client.scope(), "a\nb"))
                .statusCode(200)
                .body("value", nullValue());
        state("set", client.set(event, 1, "o1", "n", "x".repeat(256 * 1024))).statusCode(413);
        state("set", client.set(event, 1, "o1", "n", "x".repeat(256 * 1024 - 2)))
                .statusCode(200);
        state("set", StateCall.get("demo", run(event), 1, client.scope(), "n"))
                .statusCode(400)
                .body("field", equalTo("value"));
        state("delete", StateCall.get("demo", run(event), 1, client.scope(), "n"))
                .statusCode(400)
                .body("field", equalTo("operation_id"));
        state("set", client.set(event, 1, "o2", "n", "x").provided("a \0 in it", false))
                .statusCode(400)
                .body("field", equalTo("if_match"));
        state(
                        "delete",
                        StateCall.delete("demo", run(event), 1, "o3", client.scope(), "n")
                                .provided(null, true))
                .statusCode(400)
                .body("field", equalTo("if_absent"));
        StateCall call = client.set(event, 1, "o4", "n", "x");
        state("set", call.audited(audit("another", run(event), UUID.randomUUID().toString())))
                .statusCode(400)
                .body("field", equalTo("audit"));
        state(
                        "set",
                        call.audited(audit(
                                "demo",
                                new RunId(UUID.randomUUID()),
                                UUID.randomUUID().toString())))
                .statusCode(400)
                .body("field", equalTo("audit"));
        state("set", call.audited(audit("demo", run(event), "none")))
                .statusCode(400)
                .body("field", equalTo("audit.audit_id"));
        internal().body("{").post("/internal/v1/state/get").then().statusCode(400);
        internal()
                .body("{\"workspace_id\":\"demo\"}")
                .post("/internal/v1/state/get")
                .then()
                .statusCode(400)
                .body("field", notNullValue());
    }

    @Test
    void aChangeWithAnEntryIsInTheAuditOnce() {
        EventEnvelope event = said(here, "one");
        publish(event);
        client.open(event, 1).statusCode(200);
        StateCall call = client.set(event, 1, "o1", "n", "x");
        state("set", call).statusCode(200).body("audited", equalTo(false));
        StateCall audited = client.set(event, 1, "o2", "n", "y")
                .audited(audit("demo", run(event), UUID.randomUUID().toString()));

        state("set", audited).statusCode(200).body("success", equalTo(true)).body("audited", equalTo(true));
        state("set", audited).statusCode(200).body("success", equalTo(true)).body("audited", equalTo(true));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> get("/api/v1/audit?run_id=" + run(event))
                .statusCode(200)
                .body("items.resource", contains("n")));
    }

    private static AuditEntry audit(String workspace, RunId run, String auditId) {
        return new AuditEntry(
                auditId,
                Instant.now(),
                "run-orchestrator",
                workspace,
                run,
                "plugin:agenthost/echo/default",
                null,
                "state_set",
                "n",
                "conversation",
                AuditResult.ALLOWED,
                null,
                null);
    }

    private RecordPosition publish(EventEnvelope event) {
        return broker.publish(Topics.EVENTS, partition(), event);
    }

    private int partition() {
        return said(here, "").conversationKey().partition();
    }
}
