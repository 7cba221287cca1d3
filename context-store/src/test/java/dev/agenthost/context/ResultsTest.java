package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.delta;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests reading the results of a run one by one: real Kafka and PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ResultsTest {
    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final EventEnvelope event = said(here, "hello");

    @Test
    void resultsAreInTheOrderOfTheirPositionsWithoutDeltas() {
        publishTwoAttempts();

        page(null, null, false, 50)
                .body(
                        "items.type",
                        contains(
                                "run.started",
                                "message.completed",
                                "run.started",
                                "message.completed",
                                "run.completed"))
                .body("items.position", contains("1-1", "1-3", "2-1", "2-2", "2-3"))
                .body("items[1].data.message.content", equalTo("first"))
                .body("items[0].usage", nullValue())
                .body("has_more", equalTo(false));
        page(null, null, true, 2).body("items.position", contains("2-3", "2-2")).body("has_more", equalTo(true));
    }

    @Test
    void pagesContinueFromAPositionInBothDirections() {
        publishTwoAttempts();

        page(new StreamPosition(1, 1), null, false, 2)
                .body("items.position", contains("1-3", "2-1"))
                .body("has_more", equalTo(true));
        page(new StreamPosition(2, 1), null, false, 2)
                .body("items.position", contains("2-2", "2-3"))
                .body("has_more", equalTo(false));
        page(null, new StreamPosition(2, 2), true, 2).body("items.position", contains("2-1", "1-3"));
        page(new StreamPosition(1, 3), new StreamPosition(2, 2), false, 9).body("items.position", contains("2-1"));
        page(new StreamPosition(9, 9), null, false, 9).body("items", empty());
    }

    @Test
    void aRunOfAnotherWorkspaceHasNoResults() {
        publishTwoAttempts();

        post("/internal/v1/runs/results", new RunResultsQuestion("other", run(event), null, null, null, null))
                .statusCode(200)
                .body("items", empty())
                .body("has_more", equalTo(false));
    }

    @ParameterizedTest
    @CsvSource({
        "limit, 0, limit",
        "limit, 101, limit",
        "after, '\"yesterday\"', after",
        "before, '\"1\"', before",
        "run_id, '\"x\"', run_id",
        "workspace_id, '\"a\\u0000\"', workspace_id"
    })
    void invalidRequestsNameTheParameter(String field, String value, String named) throws Exception {
        ObjectNode question = ProtocolCodec.tree(new RunResultsQuestion("demo", run(event), null, null, null, null));
        question.set(field, ProtocolCodec.readTree(value));
        post("/internal/v1/runs/results", question).statusCode(400).body("field", equalTo(named));
    }

    private void publishTwoAttempts() {
        int partition = event.conversationKey().partition();
        try (Broker broker = new Broker()) {
            RecordPosition said = broker.publish(Topics.EVENTS, partition, event);
            broker.publish(
                    Topics.RUN_RESULTS,
                    partition,
                    results(event, 1, 1, started(event, said), delta("fi"), message("first")));
            RecordPosition last = broker.publish(
                    Topics.RUN_RESULTS,
                    partition,
                    results(event, 2, 1, started(event, said), message("second"), completed(null)));
            new ContextClient(here).history(last).statusCode(200);
        }
    }

    private ValidatableResponse page(StreamPosition after, StreamPosition before, boolean newestFirst, int limit) {
        return post(
                        "/internal/v1/runs/results",
                        new RunResultsQuestion("demo", run(event), after, before, newestFirst, limit))
                .statusCode(200);
    }
}
