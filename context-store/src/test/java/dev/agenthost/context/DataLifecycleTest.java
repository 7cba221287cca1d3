package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
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
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests erasure, retention, export and rebuild as an administrator requests them: topics in, REST out. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class DataLifecycleTest {
    private static final String ERASURES = "/api/v1/erasures";
    private static final String RETENTION = "/api/v1/retention";
    private static final String EXPORT = "/api/v1/conversations/export";
    private static final String REBUILD = "/api/v1/transcript/rebuild";

    private static Broker broker;

    @Inject
    Pool pool;

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
    void anErasedConversationEqualsAnUnknownOne() {
        EventEnvelope event = said(here, "hello earl");
        RecordPosition last = publish(event);
        client.history(last).statusCode(200).body("items", hasSize(2));
        String cursor = get(ContextClient.path(here), "limit", "1").extract().path("next_cursor");

        String id = post(ERASURES, "{\"conversation\":" + named() + "}")
                .statusCode(202)
                .body("conversation.conversation_id", equalTo(here.conversationId()))
                .extract()
                .path("erasure_id");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> get(ERASURES + "/" + id).extract().path("status").equals("done"));

        get(ERASURES + "/" + id)
                .body("erased.events", equalTo(1))
                .body("erased.results", equalTo(2))
                .body("erased.transcript", equalTo(2));
        client.transcript().statusCode(200).body("items", empty());
        client.search("earl", last).statusCode(200).body("items", empty());
        client.event(event.eventId().toString(), last).statusCode(404);
        client.events(List.of(), null, 50).statusCode(200).body("items", empty());
        get(ContextClient.path(here), "cursor", cursor).statusCode(200).body("items", empty());

        broker.publish(Topics.EVENTS, event.conversationKey().partition(), event);
        EventEnvelope fresh = said(here, "u1", "fresh", Instant.now().plusSeconds(60));
        String start = client.open(fresh, 1)
                .statusCode(200)
                .body("has_history_before", equalTo(false))
                .extract()
                .path("latest_cursor");
        RecordPosition after =
                broker.publish(Topics.EVENTS, fresh.conversationKey().partition(), fresh);
        client.history(after).statusCode(200).body("items.content", contains("fresh"));
        client.page(start).statusCode(200).body("items", empty());
    }

    @Test
    void aSearchOfARunExcludesTheMessageThatItAnswers() {
        publish(said(here, "the earl is here"));
        EventEnvelope asks = said(here, "where is the earl?");
        client.open(asks, 1).statusCode(200);
        RecordPosition last =
                broker.publish(Topics.EVENTS, asks.conversationKey().partition(), asks);

        client.search("earl", last).body("items", hasSize(2));
        ContextClient.post(
                        "/internal/v1/history/search",
                        new HistorySearchQuestion(
                                "demo",
                                "bot",
                                here.conversationId(),
                                null,
                                "earl",
                                HistoryFilters.NONE,
                                10,
                                List.of(last),
                                run(asks),
                                null))
                .statusCode(200)
                .body("items.content", contains("the earl is here"));
    }

    @Test
    void aVeryLongMessageIsStoredAndFound() {
        EventEnvelope longOne = said(here, "needle " + "数据库 words ".repeat(25_000));
        RecordPosition last =
                broker.publish(Topics.EVENTS, longOne.conversationKey().partition(), longOne);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> client.search("needle", last).extract().statusCode() == 200);
        client.search("needle", last).body("items", hasSize(1));
    }

    @Test
    void anExportEndsWithItsCounts() {
        client.history(publish(said(here, "hello"))).statusCode(200);

        String export = get(EXPORT, "bot_id", "bot", "conversation_id", here.conversationId())
                .statusCode(200)
                .header("Content-Type", equalTo("application/jsonl"))
                .extract()
                .asString();

        assertThat(export.lines().toList()).hasSize(7);
        assertThat(export).endsWith("{\"type\":\"end\",\"events\":3,\"transcript\":2,\"artifacts\":0}\n");
    }

    @Test
    void anExportHasToolParametersSoAViewerMayNotRequestOne() {
        given().header("Authorization", "Bearer " + ContextSettings.VIEWER_KEY)
                .queryParam("bot_id", "bot")
                .queryParam("conversation_id", here.conversationId())
                .get(EXPORT)
                .then()
                .statusCode(403);
    }

    @Test
    void aTranscriptIsRebuiltWhileItIsServed() {
        client.history(publish(said(here, "hello"))).statusCode(200);
        String before = client.transcript().statusCode(200).extract().asString();
        pool.query("delete from context.transcript t using context.conversations c where c.id = t.conversation"
                        + " and c.conversation_id = '" + here.conversationId() + "'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10));
        client.transcript().statusCode(200).body("items", empty());

        String id = post(REBUILD, named()).statusCode(202).extract().path("rebuild_id");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> get(REBUILD + "/" + id).extract().path("status").equals("done"));

        get(REBUILD + "/" + id)
                .body("entries", equalTo(2))
                .body("changed", equalTo(2))
                .body("removed", equalTo(0));
        assertThat(client.transcript().statusCode(200).extract().asString()).isEqualTo(before);
    }

    @Test
    void retentionIsSetByTheWorkspaceWithinTheOperatorsLimits() {
        String etag = get(RETENTION).statusCode(200).extract().header("ETag");
        put(etag, "{\"conversations_days\":90,\"state_days\":3650}")
                .statusCode(200)
                .body("conversations_days", equalTo(90))
                .body("audit_days", nullValue())
                .body("in_effect.conversations_days", equalTo(90))
                .body("in_effect.audit_days", equalTo(365))
                .body("in_effect.artifacts_days", equalTo(30))
                .body("most.state_days", equalTo(3650));
        put(etag, "{}").statusCode(412);
        put("*", "{}").statusCode(200).body("conversations_days", nullValue());
    }

    @Test
    void invalidRequestsNameTheField() {
        Map.of(
                        "{}", "conversation",
                        "{\"conversation\":{},\"actor\":{}}", "conversation",
                        "{\"conversation\":{\"bot_id\":\"b\"}}", "conversation.conversation_id",
                        "{\"conversation\":\"c\"}", "conversation",
                        "{\"conversation\":{\"bot_id\":1,\"conversation_id\":\"c\"}}", "conversation.bot_id",
                        "{\"conversation\":{\"bot_id\":\"b\",\"conversation_id\":\"c\",\"thread\":\"t\"}}",
                                "conversation.thread",
                        "{\"actor\":{\"actor_id\":\" \"}}", "actor.actor_id",
                        "{\"actor\":{\"actor_id\":\"a\\u0000b\"}}", "actor.actor_id",
                        "{\"everything\":true}", "everything")
                .forEach((body, field) -> post(ERASURES, body).statusCode(400).body("field", equalTo(field)));
        post(ERASURES, "[]").statusCode(400);
        Map.of(
                        "{\"conversations_days\":0}", "conversations_days",
                        "{\"audit_days\":1.5}", "audit_days",
                        "{\"audit_days\":\"7\"}", "audit_days",
                        "{\"state_days\":3651}", "state_days",
                        "{\"artifacts_days\":-1}", "artifacts_days",
                        "{\"days\":1}", "days")
                .forEach((body, field) -> put("*", body).statusCode(400).body("field", equalTo(field)));
        put("nonsense", "{}").statusCode(412);
        get(EXPORT, "bot_id", "b").statusCode(400).body("field", equalTo("conversation_id"));
        get(EXPORT, "bot_id", "b", "conversation_id", "a%00b")
                .statusCode(400)
                .body("field", equalTo("conversation_id"));
        post(REBUILD, "{\"bot_id\":\"b\"}").statusCode(400).body("field", equalTo("conversation_id"));
        post(REBUILD, "{\"bot_id\":\"b\",\"conversation_id\":\"c\",\"x\":1}")
                .statusCode(400)
                .body("field", equalTo("x"));
        get(ERASURES + "/none").statusCode(404);
        get(ERASURES + "/" + UUID.randomUUID()).statusCode(404);
        get(REBUILD + "/" + UUID.randomUUID()).statusCode(404);
    }

    private RecordPosition publish(EventEnvelope event) {
        int partition = event.conversationKey().partition();
        RecordPosition position = broker.publish(Topics.EVENTS, partition, event);
        return broker.publish(
                Topics.RUN_RESULTS, partition, results(event, 1, 1, started(event, position), message("hi")));
    }

    private String named() {
        return "{\"bot_id\":\"bot\",\"conversation_id\":\"" + here.conversationId() + "\"}";
    }

    private static ValidatableResponse post(String path, String body) {
        return admin().body(body).post(path).then();
    }

    private static ValidatableResponse put(String etag, String body) {
        return admin().header("If-Match", etag).body(body).put(RETENTION).then();
    }

    private static RequestSpecification admin() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType(ContentType.JSON);
    }
}
