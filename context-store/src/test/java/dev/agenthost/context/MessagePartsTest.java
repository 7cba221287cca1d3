package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests bytes inside messages: no history contains them, and stored ones are found by their references. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class MessagePartsTest {
    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final EventEnvelope event = said(here, "draw");
    private final ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);
    private final ArtifactOwner next =
            new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", here.conversationId(), null);

    @Test
    void theNextRunFindsThePartOfAMessageAndReadsTheSameBytes() {
        new ContextClient(here).open(event, 1).statusCode(200);
        JsonPath kept = post("/internal/v1/artifacts/put", Artifacts.text(owner, 1, "result/1/part/1", "abc"))
                .statusCode(200)
                .extract()
                .jsonPath();
        String id = kept.getString("artifact_id");
        RecordPosition last = published(new MessageCompleted(picture(id, kept.getString("sha256"))));

        page(last)
                .body("items[0].content", equalTo("see"))
                .body("items[0].artifact_refs", hasSize(1))
                .body("items[0].artifact_refs[0].artifact_id", equalTo(id))
                .body("items[0].artifact_refs[0].artifact_type", equalTo("image"))
                .body("items[0].artifact_refs[0].size_bytes", equalTo(3))
                .body("items[0].artifact_refs[0].gone", nullValue())
                .body("items[0].content_json.content[1].artifact_id", equalTo(id))
                .body("items[0].content_json.content[1].image_base64", nullValue());
        new ContextClient(here)
                .transcript()
                .statusCode(200)
                .body("items[0].artifact_refs[0].permissions", contains("metadata", "read", "link"));
        post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(next, id, 0, null))
                .statusCode(200)
                .body("content_base64", equalTo(Artifacts.base64("abc")));
    }

    @Test
    void aPartWithAnIdOfAnotherRunHasNoReference() {
        RecordPosition last = published(new MessageCompleted(picture("another's", "ff")));

        page(last)
                .body("items[0].artifact_refs[0].artifact_id", equalTo("another's"))
                .body("items[0].artifact_refs[0].gone", equalTo(true));
    }

    @Test
    void bytesInsideATextAreNeitherInHistoryNorSearchedNorEmbedded() {
        String bytes = "Zanzibar".repeat(20);
        RecordPosition last = published(message("a lighthouse ![x](data:image/png;base64," + bytes + ") at night"));

        page(last)
                .body("items[0].content", equalTo("a lighthouse ![x](data:image/png;base64,[120 bytes]) at night"))
                .body("items[0].metadata.content_redacted", equalTo(true));
        new ContextClient(here).search("lighthouse", last).statusCode(200).body("items", hasSize(1));
        new ContextClient(here).search(bytes, last).statusCode(200).body("items", hasSize(0));
        String export = ContextClient.get(
                        "/api/v1/conversations/export", "bot_id", "bot", "conversation_id", here.conversationId())
                .statusCode(200)
                .extract()
                .asString();
        assertThat(export).contains("lighthouse", "[120 bytes]").doesNotContain("Zanzibar");
    }

    private ValidatableResponse page(RecordPosition position) {
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
                                List.of(position),
                                next,
                                null))
                .statusCode(200);
    }

    private RecordPosition published(MessageCompleted message) {
        try (Broker broker = new Broker()) {
            int partition = event.conversationKey().partition();
            RecordPosition position = broker.publish(Topics.EVENTS, partition, event);
            return broker.publish(
                    Topics.RUN_RESULTS, partition, results(event, 1, 1, started(event, position), message));
        }
    }

    private static Message picture(String artifactId, String sha256) {
        ArrayNode content = JsonNodeFactory.instance.arrayNode();
        content.addObject().put("type", "text").put("text", "see");
        content.addObject()
                .put("type", "image_base64")
                .put("image_base64", Artifacts.base64("abc"))
                .put("artifact_id", artifactId)
                .put("size_bytes", 3)
                .put("sha256", sha256);
        return new Message("assistant", null, content, null, null, null, null);
    }
}
