package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.Records.about;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.event;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests searches of messages from the topics: real Kafka and PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class SearchTest {
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
    void messagesOfPeopleAndAgentsAreFoundAtOnce() {
        EventEnvelope question = said(here, "数据库的密码是什么?");
        RecordPosition position = publish(question);
        client.search("密码", position).statusCode(200).body("items", hasSize(1));
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                results(question, 1, 1, started(question, position), message("The password 👍 is: tiger. 密码")));

        client.search("PASSWORDS", last)
                .statusCode(200)
                .body("query", equalTo("PASSWORDS"))
                .body("total_count", nullValue())
                .body("items.role", contains("assistant"))
                .body("items[0].content", equalTo("The password 👍 is: tiger. 密码"))
                .body("items[0].metadata.snippet", equalTo("The password 👍 is: tiger. 密码"))
                .body("items[0].metadata.highlights", equalTo(List.of(List.of(4, 12))))
                .body("items[0].metadata.score", greaterThan(0f));
        client.search("密码 tiger", last).body("items.role", contains("assistant", "user"));
        client.search("tiger", last).body("items[0].metadata.highlights", equalTo(List.of(List.of(19, 24))));
        new ContextClient(conversation("elsewhere")).search("密码", last).body("items", empty());
    }

    @Test
    void aHitEqualsTheHistoryEntryAndItsCursor() {
        publish(said(here, "one"));
        publish(said(here, "a needle"));
        RecordPosition last = publish(said(here, "three"));

        Map<String, Object> found = client.search("needle", last).extract().path("items[0]");
        Map<String, Object> shown = client.history(last).extract().path("items[1]");
        client.page((String) found.get("cursor")).statusCode(200).body("items.content", contains("one"));
        ((Map<?, ?>) found.get("metadata")).keySet().removeAll(List.of("score", "snippet", "highlights"));
        assertThat(found).isEqualTo(shown);
    }

    @Test
    void aRecalledMessageIsFoundAsInHistoryAndTheRecallIsNot() {
        publish(about("m-1", said(here, "oops")));
        RecordPosition said = publish(about("m-2", said(here, "stays")));
        client.history(said).body("items.metadata.recalled", everyItem(nullValue()));
        RecordPosition last = publish(about("m-1", event(here, "message.recalled", AgentInput.text("oops"))));

        client.history(last)
                .body("items.content", contains("stays", "oops"))
                .body("items.metadata.recalled", contains(null, true));
        client.search("oops", last).body("items", hasSize(1)).body("items[0].metadata.recalled", equalTo(true));
        client.search("stays", last).body("items[0].metadata.recalled", nullValue());
        client.transcript()
                .statusCode(200)
                .body("items.metadata.recalled", contains(null, true))
                .body("items.metadata.subject_id", contains("m-2", "m-1"));
    }

    @Test
    void anInvalidQueryIsRefusedAndOneWithoutTermsFindsNothing() throws UndecodableException {
        RecordPosition last = publish(said(here, "hello"));

        client.search("?!", last).statusCode(200).body("items", empty());
        refused("{\"query\":\"\"}", "query");
        refused("{\"query\":\" \"}", "query");
        refused("{\"query\":\"a\\u0000b\"}", "query");
        refused("{\"query\":\"" + "x".repeat(1001) + "\"}", "query");
        refused("{\"query\":7}", "query");
        refused("{\"query\":\"x\",\"top_k\":0}", "top_k");
        refused("{\"query\":\"x\",\"top_k\":101}", "top_k");
        refused("{\"query\":\"x\",\"filters\":{\"roles\":[\"a\\u0000b\"]}}", "filters.roles");
        refused("{\"query\":\"x\",\"filters\":{\"since\":-1}}", "filters.since");
        refused("{\"query\":\"x\",\"conversation_id\":\"a\\u0000b\"}", "conversation_id");
        refused("{\"query\":\"x\",\"positions\":[\"agent.keys/0@1\"]}", "positions");
    }

    @Test
    void aThousandCharactersAreAQuery() {
        RecordPosition last = publish(said(here, "👍 " + "字".repeat(1000)));

        client.search("字".repeat(1000), last).statusCode(200).body("items", hasSize(1));
        client.search("👍".repeat(1000), last).statusCode(200).body("items", hasSize(1));
    }

    private void refused(String more, String field) throws UndecodableException {
        ObjectNode question = Records.object()
                .put("workspace_id", "demo")
                .put("bot_id", "bot")
                .put("conversation_id", here.conversationId())
                .setAll((ObjectNode) ProtocolCodec.readTree(more));
        internal()
                .body(question.toString())
                .post("/internal/v1/history/search")
                .then()
                .statusCode(400)
                .body("code", equalTo("invalid_argument"))
                .body("field", equalTo(field));
    }

    private RecordPosition publish(EventEnvelope event) {
        return broker.publish(Topics.EVENTS, partition(), event);
    }

    private int partition() {
        return said(here, "").conversationKey().partition();
    }
}
