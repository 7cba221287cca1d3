package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.event;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.history.EventQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the access of runs and people to the event log: real Kafka and PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class EventsTest {
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
    void anEventIsFoundInItsConversationOnly() {
        EventEnvelope first = said(here, "one");
        RecordPosition position = publish(first);
        String id = first.eventId().toString();

        client.event(id, position)
                .statusCode(200)
                .body("event_id", equalTo(id))
                .body("event_type", equalTo("message.received"))
                .body("input_summary", equalTo("one"))
                .body("actor_id", equalTo("u1"))
                .body("seq", equalTo(1));
        client.event(UUID.randomUUID().toString(), position).statusCode(404);
        new ContextClient(conversation("elsewhere")).event(id, position).statusCode(404);
        post("/internal/v1/events/get", new EventQuestion("demo", "bot", null, null, id, List.of()))
                .statusCode(404);
        post("/internal/v1/events/get", new EventQuestion("demo", "bot", null, null, "a\0b", List.of()))
                .statusCode(400)
                .body("field", equalTo("event_id"));
    }

    @Test
    void pagesHaveEventsOfTheRequestedTypesNewestFirstWithoutResults() {
        EventEnvelope first = said(here, "one");
        RecordPosition position = publish(first);
        broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                Records.results(first, 1, 1, started(first, position), Records.completed("hi")));
        publish(event(here, "message.recalled", AgentInput.empty()));
        client.history(publish(said(here, "three"))).statusCode(200);

        client.events(List.of(), null, 50)
                .statusCode(200)
                .body("items.event_type", contains("message.received", "message.recalled", "message.received"))
                .body("has_more", equalTo(false))
                .body("next_cursor", nullValue());
        client.events(List.of("message.recalled"), null, 50).body("items", hasSize(1));
        String next = client.events(List.of(), null, 2)
                .body("items", hasSize(2))
                .body("has_more", equalTo(true))
                .extract()
                .path("next_cursor");
        client.events(List.of(), next, 2).body("items.input_summary", contains("one"));
        client.page(next).statusCode(400).body("field", equalTo("before_cursor"));
        new ContextClient(conversation("elsewhere")).events(List.of(), next, 2).statusCode(400);
    }

    @Test
    void peopleReadEventsOfTheirWorkspaceByPagesAndTypes() {
        EventEnvelope first = said(here, "one");
        RecordPosition position = publish(first);
        RecordPosition last = broker.publish(
                Topics.RUN_RESULTS,
                partition(),
                Records.results(first, 1, 1, started(first, position), Records.completed("hi")));
        client.history(last).statusCode(200);
        String path = "/api/v1/workspaces/demo/bots/bot/conversations/" + here.conversationId() + "/events";

        ContextClient.get(path).statusCode(200).body("items.event_type", contains("message.received"));
        String next = ContextClient.get(path + "?event_type=run.started&event_type=run.completed&limit=1")
                .statusCode(200)
                .body("items.event_type", contains("run.completed"))
                .body("items[0].subject_id", equalTo(Records.run(first).toString()))
                .body("has_more", equalTo(true))
                .extract()
                .path("next_cursor");
        String started = ContextClient.get(path + "?event_type=run.started&cursor=" + next)
                .body("items.event_type", contains("run.started"))
                .extract()
                .path("items[0].event_id");
        client.event(started, last).statusCode(200).body("event_type", equalTo("run.started"));

        for (String wrong : List.of("limit=0", "limit=x", "event_type=", "event_type=%00", "cursor=none", "cursor=")) {
            ContextClient.get(path + "?" + wrong)
                    .statusCode(400)
                    .body("code", equalTo("invalid_argument"))
                    .body("field", equalTo(wrong.substring(0, wrong.indexOf('='))));
        }
        ContextClient.get(path.replace(here.conversationId(), "elsewhere") + "?cursor=" + next)
                .statusCode(400);
        ContextClient.get(path.replace("/demo/", "/other/")).statusCode(404);
        ContextClient.get(path.replace("/bots/bot/", "/bots/other/"))
                .statusCode(200)
                .body("items", hasSize(0));
    }

    private RecordPosition publish(EventEnvelope event) {
        return broker.publish(Topics.EVENTS, partition(), event);
    }

    private int partition() {
        return said(here, "").conversationKey().partition();
    }
}
