package dev.agenthost.context;

import static dev.agenthost.context.fixture.Asking.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Asking;
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

/** Of what has expired only who might have seen it is told so, whether the upkeep came to it or not; all others are told what they always are. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class FormerArtifactsTest {
    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final EventEnvelope event = said(here, "draw");
    private final ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);
    private final String id = "former-" + UUID.randomUUID();

    @Inject
    Pool pool;

    @BeforeEach
    void oneHasExpired() {
        new Asking(here).open(event, 1).statusCode(200);
        post("/internal/v1/artifacts/put", Artifacts.named(owner, 1, "result/1", id, "abc"))
                .statusCode(200);
        ask("update context.artifacts set expires_at = now() where artifact_id = $1", id);
    }

    @Test
    void whoMightHaveSeenItIsToldBeforeAndAfterTheUpkeep() {
        for (boolean swept : new boolean[] {false, true}) {
            if (swept) {
                sweep();
            }
            ArtifactOwner next = reader(here.conversationId());
            gone(metadata(next, id));
            gone(post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(next, id, 0, null)));
            gone(Asking.get("/api/v1/artifacts/" + id));
            gone(Asking.get("/api/v1/artifacts/" + id + "/content"));
            gone(Asking.get("/api/v1/artifacts/" + id, "run_id", run(event).toString()));
            gone(given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                    .post("/api/v1/artifacts/{artifact}/links", id)
                    .then());
            gone(post(
                    "/internal/v1/artifacts/put",
                    Artifacts.put(owner, 1, "result/2", id, null, null, null, null, null)));
        }
    }

    @Test
    void allOthersAreToldWhatTheyAreToldOfNothing() {
        for (boolean swept : new boolean[] {false, true}) {
            if (swept) {
                sweep();
            }
            ArtifactOwner stranger = reader("elsewhere");
            String nothing =
                    metadata(stranger, "nothing").statusCode(404).extract().asString();

            assertThat(metadata(stranger, id).statusCode(404).extract().asString())
                    .isEqualTo(nothing);
            assertThat(post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(stranger, id, 0, null))
                            .statusCode(404)
                            .extract()
                            .asString())
                    .isEqualTo(nothing);
            metadata(new ArtifactOwner("foreign", owner.runId(), "bot", here.conversationId(), null), id)
                    .statusCode(404);
            Asking.get("/api/v1/artifacts/" + id, "run_id", UUID.randomUUID().toString())
                    .statusCode(404);
        }
    }

    @Test
    void ofWhatWasErasedNobodyIsTold() {
        sweep();
        gone(metadata(reader(here.conversationId()), id));
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType("application/json")
                .body("{\"conversation\":{\"bot_id\":\"bot\",\"conversation_id\":\"" + here.conversationId() + "\"}}")
                .post("/api/v1/erasures")
                .then()
                .statusCode(202);

        metadata(reader(here.conversationId()), id).statusCode(404);
        Asking.get("/api/v1/artifacts/" + id).statusCode(404);
    }

    @Test
    void aLaterAttemptMakesItAnew() {
        sweep();
        new Asking(here).open(event, 2).statusCode(200);
        post("/internal/v1/artifacts/put", Artifacts.named(owner, 2, "result/1", id, "abcd"))
                .statusCode(200);

        metadata(reader(here.conversationId()), id).statusCode(200).body("size_bytes", equalTo(4));
        ask("update context.artifacts set expires_at = now() where artifact_id = $1", id);
        sweep();
        gone(metadata(reader(here.conversationId()), id));
    }

    private void sweep() {
        new ArtifactExpiry(pool).artifacts(1000).await().atMost(Duration.ofSeconds(30));
    }

    private void ask(String statement, String value) {
        pool.preparedQuery(statement).execute(Tuple.of(value)).await().atMost(Duration.ofSeconds(30));
    }

    private static ArtifactOwner reader(String conversation) {
        return new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", conversation, null);
    }

    private static ValidatableResponse metadata(ArtifactOwner reader, String id) {
        return post("/internal/v1/artifacts/metadata", new ArtifactQuestion(reader, id));
    }

    private static void gone(ValidatableResponse answer) {
        answer.statusCode(410).body("code", equalTo("gone"));
    }
}
