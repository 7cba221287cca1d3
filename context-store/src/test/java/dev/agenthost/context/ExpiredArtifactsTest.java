package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that only permitted readers learn that an artifact has expired, before and after maintenance; all others get the error of an
 * unknown one.
 */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ExpiredArtifactsTest {
    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final EventEnvelope event = said(here, "draw");
    private final ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);
    private final String id = "former-" + UUID.randomUUID();

    @Inject
    Pool pool;

    @BeforeEach
    void oneHasExpired() {
        new ContextClient(here).open(event, 1).statusCode(200);
        post("/internal/v1/artifacts/put", Artifacts.named(owner, 1, "result/1", id, "abc"))
                .statusCode(200);
        execute("update context.artifacts set expires_at = now() where artifact_id = $1", id);
    }

    @Test
    void permittedReadersGetExpiredBeforeAndAfterMaintenance() {
        for (boolean swept : new boolean[] {false, true}) {
            if (swept) {
                sweep();
            }
            ArtifactOwner next = reader(here.conversationId());
            expired(metadata(next, id));
            expired(post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(next, id, 0, null)));
            expired(ContextClient.get("/api/v1/artifacts/" + id));
            expired(ContextClient.get("/api/v1/artifacts/" + id + "/content"));
            expired(ContextClient.get(
                    "/api/v1/artifacts/" + id, "run_id", run(event).toString()));
            expired(given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                    .post("/api/v1/artifacts/{artifact}/links", id)
                    .then());
            expired(post(
                    "/internal/v1/artifacts/put",
                    Artifacts.put(owner, 1, "result/2", id, null, null, null, null, null)));
        }
    }

    @Test
    void otherReadersGetTheErrorOfAnUnknownArtifact() {
        for (boolean swept : new boolean[] {false, true}) {
            if (swept) {
                sweep();
            }
            ArtifactOwner otherReader = reader("elsewhere");
            String nothing =
                    metadata(otherReader, "nothing").statusCode(404).extract().asString();

            assertThat(metadata(otherReader, id).statusCode(404).extract().asString())
                    .isEqualTo(nothing);
            assertThat(post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(otherReader, id, 0, null))
                            .statusCode(404)
                            .extract()
                            .asString())
                    .isEqualTo(nothing);
            metadata(new ArtifactOwner("foreign", owner.runId(), "bot", here.conversationId(), null), id)
                    .statusCode(404);
            ContextClient.get(
                            "/api/v1/artifacts/" + id,
                            "run_id",
                            UUID.randomUUID().toString())
                    .statusCode(404);
        }
    }

    @Test
    void anErasedArtifactIsUnknownToEveryReader() {
        sweep();
        expired(metadata(reader(here.conversationId()), id));
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType("application/json")
                .body("{\"conversation\":{\"bot_id\":\"bot\",\"conversation_id\":\"" + here.conversationId() + "\"}}")
                .post("/api/v1/erasures")
                .then()
                .statusCode(202);

        metadata(reader(here.conversationId()), id).statusCode(404);
        ContextClient.get("/api/v1/artifacts/" + id).statusCode(404);
    }

    @Test
    void aLaterAttemptReplacesIt() {
        sweep();
        new ContextClient(here).open(event, 2).statusCode(200);
        post("/internal/v1/artifacts/put", Artifacts.named(owner, 2, "result/1", id, "abcd"))
                .statusCode(200);

        metadata(reader(here.conversationId()), id).statusCode(200).body("size_bytes", equalTo(4));
        execute("update context.artifacts set expires_at = now() where artifact_id = $1", id);
        sweep();
        expired(metadata(reader(here.conversationId()), id));
    }

    private void sweep() {
        new ArtifactExpiry(pool).artifacts(1000).await().atMost(Duration.ofSeconds(30));
    }

    private void execute(String statement, String value) {
        pool.preparedQuery(statement).execute(Tuple.of(value)).await().atMost(Duration.ofSeconds(30));
    }

    private static ArtifactOwner reader(String conversation) {
        return new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", conversation, null);
    }

    private static ValidatableResponse metadata(ArtifactOwner reader, String id) {
        return post("/internal/v1/artifacts/metadata", new ArtifactQuestion(reader, id));
    }

    private static void expired(ValidatableResponse answer) {
        answer.statusCode(410).body("code", equalTo("gone"));
    }
}
