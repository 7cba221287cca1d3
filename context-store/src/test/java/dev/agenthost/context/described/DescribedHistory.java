package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.described.DescribedRequests.service;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.started;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.UUID;

/** Requests about events, pages and searches of a conversation. */
public final class DescribedHistory {
    private static final String TRANSCRIPT =
            "/api/v1/workspaces/{workspace}/bots/{bot}/conversations/{conversation}/transcript";

    private static final String EVENTS =
            "/api/v1/workspaces/{workspace}/bots/{bot}/conversations/{conversation}/events";

    private DescribedHistory() {}

    /** Requests about two stored messages, and one that is not stored yet. */
    public static void call(
            OpenApiValidationFilter api, OpenApiValidationFilter between, ConversationRef here, EventEnvelope event) {
        try (Broker broker = new Broker()) {
            int partition = ConversationPartitioner.of(event.conversationKey().value());
            RecordPosition position = broker.publish(Topics.EVENTS, partition, event);
            RecordPosition last = broker.publish(
                    Topics.RUN_RESULTS, partition, results(event, 1, 1, started(event, position), message("hi")));
            history(between, here, 50, last).statusCode(200).body("items", hasSize(2));
            history(between, here, 0, last).statusCode(400);
            RecordPosition far = new RecordPosition(Topics.EVENTS, partition, last.offset() + 1_000_000);
            history(between, here, 50, far).statusCode(503);
            events(between, here, event, last, far);
            search(between, here, last).statusCode(200).body("items", hasSize(1));
            search(between, here, far).statusCode(503);
        }
        unknown(between, new ConversationRef(here.workspaceId(), here.botId(), "never-was", ""));
        transcripts(api, here);
    }

    private static void unknown(OpenApiValidationFilter api, ConversationRef nowhere) {
        ObjectNode question = ProtocolCodec.mapper()
                .createObjectNode()
                .put("workspace_id", nowhere.workspaceId())
                .put("bot_id", nowhere.botId())
                .put("conversation_id", nowhere.conversationId())
                .put("query", "hello")
                .put("existing", true);
        for (String what : List.of("history/page", "history/search", "events/page")) {
            service(api).body(question.toString()).post(INTERNAL + what).then().statusCode(404);
        }
    }

    private static void events(
            OpenApiValidationFilter api,
            ConversationRef here,
            EventEnvelope event,
            RecordPosition last,
            RecordPosition far) {
        String id = event.eventId().toString();
        event(api, here, id, last).statusCode(200);
        event(api, here, UUID.randomUUID().toString(), last).statusCode(404);
        event(api, here, id, far).statusCode(503);
        eventPage(api, here, last).statusCode(200).body("items", hasSize(1));
        eventPage(api, here, far).statusCode(503);
    }

    private static ValidatableResponse event(
            OpenApiValidationFilter api, ConversationRef here, String eventId, RecordPosition position) {
        return post(
                api,
                INTERNAL + "events/get",
                new EventQuestion("demo", here.botId(), here.conversationId(), null, eventId, List.of(position)));
    }

    private static ValidatableResponse eventPage(
            OpenApiValidationFilter api, ConversationRef here, RecordPosition position) {
        return post(
                api,
                INTERNAL + "events/page",
                new EventPageQuestion(
                        "demo", here.botId(), here.conversationId(), null, List.of(), null, 50, List.of(position)));
    }

    private static void transcripts(OpenApiValidationFilter api, ConversationRef here) {
        String conversation = here.conversationId();
        eventPages(api, conversation);
        reader(api)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(200)
                .body("items", hasSize(2));
        reader(api)
                .queryParam("limit", 101)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(400);
        reader(api).get(TRANSCRIPT, "other", "bot", conversation).then().statusCode(404);
        given().filter(api).get(TRANSCRIPT, "demo", "bot", conversation).then().statusCode(401);
        given().filter(api)
                .header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(403);
    }

    private static void eventPages(OpenApiValidationFilter api, String conversation) {
        reader(api)
                .queryParam("event_type", "message.received", "run.started")
                .get(EVENTS, "demo", "bot", conversation)
                .then()
                .statusCode(200)
                .body("items", hasSize(2));
        reader(api)
                .queryParam("limit", 101)
                .get(EVENTS, "demo", "bot", conversation)
                .then()
                .statusCode(400);
        reader(api).get(EVENTS, "other", "bot", conversation).then().statusCode(404);
        given().filter(api).get(EVENTS, "demo", "bot", conversation).then().statusCode(401);
        adapter(api).get(EVENTS, "demo", "bot", conversation).then().statusCode(403);
    }

    private static ValidatableResponse history(
            OpenApiValidationFilter api, ConversationRef here, int limit, RecordPosition position) {
        ObjectNode question = ProtocolCodec.tree(new HistoryQuestion(
                "demo",
                here.botId(),
                here.conversationId(),
                null,
                null,
                null,
                50,
                HistoryDirection.BACKWARD,
                List.of(position)));
        question.put("limit", limit);
        return service(api)
                .body(question.toString())
                .post(INTERNAL + "history/page")
                .then();
    }

    private static ValidatableResponse search(
            OpenApiValidationFilter api, ConversationRef here, RecordPosition position) {
        return post(
                api,
                INTERNAL + "history/search",
                new HistorySearchQuestion(
                        "demo",
                        here.botId(),
                        here.conversationId(),
                        null,
                        "hello",
                        HistoryFilters.NONE,
                        10,
                        List.of(position)));
    }
}
