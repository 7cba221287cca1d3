package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.Records.event;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests requests about a conversation from another one: existing ones are shown, all others get the same error. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class OtherConversationsTest {
    private static final List<String> REQUESTS = List.of("history/page", "history/search", "events/page");
    private static Broker broker;

    private final String id = "c-" + UUID.randomUUID();
    private final ConversationRef there = new ConversationRef("demo", "bot", id, "");

    @BeforeAll
    static void open() {
        broker = new Broker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void messagesOfAnotherConversationAreInEachAnswer() {
        settled(publish(said(there, "a needle")));

        request("history/page", there).statusCode(200).body("items.content", contains("a needle"));
        request("history/search", there).statusCode(200).body("items.content", contains("a needle"));
        request("events/page", there).statusCode(200).body("items.input_summary", contains("a needle"));
        request("history/search", there, "query", "nothing of that").body("items", empty());
    }

    @Test
    void otherBotsOtherWorkspacesAndUnknownConversationsAreTheSameError() {
        ConversationRef otherBot = new ConversationRef("demo", "other-bot", id, "");
        ConversationRef otherWorkspace = new ConversationRef("other", "bot", id, "");
        ConversationRef thread = new ConversationRef("demo", "bot", id, "t-1");
        publish(said(otherBot, "theirs"));
        publish(said(otherWorkspace, "theirs too"));
        settled(publish(said(thread, "a needle in a thread")));

        for (String what : REQUESTS) {
            String never = refusal(request(what, new ConversationRef("demo", "bot", "never-was", "")));
            assertThat(refusal(request(what, there))).as(what).isEqualTo(never);
            request(what, otherBot).statusCode(200);
            request(what, otherWorkspace).statusCode(200);
            request(what, thread).statusCode(200).body("items", hasSize(1));
            assertThat(refusal(request(what, new ConversationRef("demo", "bot", id, "t-2"))))
                    .as(what)
                    .isEqualTo(never);
        }
        // A run's own conversation without messages is empty, and no error.
        new ContextClient(there).page(null).statusCode(200).body("items", empty());
    }

    /** A conversation with events but no messages exists. */
    @Test
    void aConversationWithEventsOnlyIsEmptyAndExists() {
        settled(publish(event(there, "message.recalled", AgentInput.empty())));

        request("history/page", there).statusCode(200).body("items", empty());
        request("events/page", there).statusCode(200).body("items", hasSize(1));
    }

    @Test
    void anErasedOneEqualsAnUnknownOne() {
        settled(publish(said(there, "a needle")));
        request("history/page", there).statusCode(200);
        String erasure = given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType(ContentType.JSON)
                .body("{\"conversation\":{\"bot_id\":\"bot\",\"conversation_id\":\"" + id + "\"}}")
                .post("/api/v1/erasures")
                .then()
                .statusCode(202)
                .extract()
                .path("erasure_id");
        await().atMost(Duration.ofSeconds(60)).until(() -> get("/api/v1/erasures/" + erasure)
                .extract()
                .path("status")
                .equals("done"));

        for (String what : REQUESTS) {
            assertThat(refusal(request(what, there)))
                    .isEqualTo(refusal(request(what, new ConversationRef("demo", "bot", "never-was", ""))));
        }
    }

    @Test
    void aCursorIsInvalidInAnotherConversation() {
        ConversationRef other = new ConversationRef("demo", "bot", id + "-2", "");
        ConversationRef thread = new ConversationRef("demo", "bot", id, "t-1");
        publish(said(there, "one"));
        publish(said(other, "two"));
        settled(publish(said(thread, "three")));

        for (String what : List.of("history/page", "events/page")) {
            String cursor = request(what, there).extract().path("items[0].cursor");
            request(what, there, "before_cursor", cursor).statusCode(200);
            for (ConversationRef foreign : List.of(other, thread)) {
                request(what, foreign, "before_cursor", cursor).statusCode(400).body("field", equalTo("before_cursor"));
            }
        }
    }

    private static String refusal(ValidatableResponse answer) {
        return answer.statusCode(404)
                .body("code", equalTo("not_found"))
                .extract()
                .asString();
    }

    private static ValidatableResponse request(String what, ConversationRef where, String... more) {
        ObjectNode asked = ProtocolCodec.mapper()
                .createObjectNode()
                .put("workspace_id", where.workspaceId())
                .put("bot_id", where.botId())
                .put("conversation_id", where.conversationId())
                .put("query", "needle")
                .put("existing", true);
        if (!where.threadId().isEmpty()) {
            asked.put("thread_id", where.threadId());
        }
        for (int i = 0; i < more.length; i += 2) {
            asked.put(more[i], more[i + 1]);
        }
        return internal().body(asked.toString()).post("/internal/v1/" + what).then();
    }

    private final List<RecordPosition> published = new ArrayList<>();

    private RecordPosition publish(EventEnvelope event) {
        RecordPosition position =
                broker.publish(Topics.EVENTS, event.conversationKey().partition(), event);
        published.add(position);
        return position;
    }

    /** Waits until all published records are stored: the requests do not wait for positions. */
    private void settled(RecordPosition last) {
        assertThat(published).contains(last);
        published.forEach(position -> new ContextClient(there).history(position).statusCode(200));
    }
}
