package dev.agenthost.context;

import static dev.agenthost.context.fixture.Asking.get;
import static dev.agenthost.context.fixture.Asking.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Uploading;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.raw.RawPut;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the audit of reads that take data out of the host, and of refused keys, over REST with real Kafka and PostgreSQL. */
@QuarkusTest
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(ContextSettings.class)
class ReadsInTheAuditTest {
    @Inject
    Pool pool;

    private final Uploading uploading = new Uploading();

    @Test
    void anExportIsRecorded() {
        String conversation = "c-" + UUID.randomUUID();

        get("/api/v1/conversations/export", "bot_id", "bot", "conversation_id", conversation)
                .statusCode(200);

        awaitEntries("demo", "conversation.export", "conversation/bot/" + conversation, 1);
    }

    @Test
    void aReadOfARawPayloadIsRecorded() {
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "u1", "hello", Instant.now());
        post("/internal/v1/raw-payloads/put", RawPut.of(event, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
                .statusCode(200);

        get("/api/v1/artifacts/" + event.eventId() + "/raw").statusCode(200);

        awaitEntries("demo", "raw_payload.read", "raw_payload/" + event.eventId(), 1);
    }

    @Test
    void aLinkIsRecordedWhenItIsMadeAndWhenItIsFirstFollowed() {
        byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
        var begun = uploading.tus.begin(bytes.length, uploading.with("filename", "p.txt", "filetype", "text/plain"));
        uploading.tus.append(begun.extract().path("upload_id"), 0, bytes).statusCode(204);
        String artifact = begun.extract().path("artifact_id");
        String url = given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .post("/api/v1/artifacts/{artifact}/links", artifact)
                .then()
                .statusCode(201)
                .extract()
                .path("url");
        for (int i = 0; i < 3; i++) {
            given().urlEncodingEnabled(false).get(url).then().statusCode(200);
        }

        awaitEntries("demo", "artifact_link.create", "artifact/" + artifact, 1);
        assertThat(awaitEntries("demo", "artifact_link.read", "artifact/" + artifact, 1))
                .allSatisfy(detail -> assertThat(detail).contains("from 127.0.0.1"));
    }

    @Test
    void keysThatOpenNothingAreRecordedWithWhereTheyCameFrom() {
        String path = "/api/v1/audit/" + UUID.randomUUID();
        int before = entries("demo", "key.refused", "address/127.0.0.1").size();
        for (int i = 0; i < 50; i++) {
            given().header("Authorization", "Bearer of-nobody").get(path).then().statusCode(401);
        }
        given().header("Authorization", "Bearer of-nobody").post(path.replace("/api", "/internal"));
        given().header("Authorization", "Bearer " + ContextSettings.VIEWER_KEY)
                .get("/api/v1/audit")
                .then()
                .statusCode(403);

        await().atMost(Duration.ofSeconds(60)).until(() -> entries("*", "key.refused", "address/127.0.0.1").stream()
                .anyMatch(detail -> detail.contains(path)));
        assertThat(entries("*", "key.refused", "address/127.0.0.1"))
                .filteredOn(detail -> detail.contains(path))
                .hasSizeLessThan(50);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> entries("demo", "key.refused", "address/127.0.0.1").size() > before);
    }

    private List<String> awaitEntries(String workspace, String action, String resource, int many) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> entries(workspace, action, resource).size() >= many);
        List<String> found = entries(workspace, action, resource);
        assertThat(found).hasSize(many);
        return found;
    }

    /** The details of these that are stored. */
    private List<String> entries(String workspace, String action, String resource) {
        List<String> details = new ArrayList<>();
        for (Row row : pool.preparedQuery("select coalesce(data ->> 'detail', '') from context.event_log"
                        + " where kind = 'audit' and workspace_id = $1 and type = $2 and data ->> 'resource' = $3")
                .execute(Tuple.of(workspace, action, resource))
                .await()
                .atMost(Duration.ofSeconds(10))) {
            details.add(row.getString(0));
        }
        return details;
    }
}
