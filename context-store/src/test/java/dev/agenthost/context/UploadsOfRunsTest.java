package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.UploadFixture.MIB;
import static dev.agenthost.context.fixture.UploadFixture.random;
import static dev.agenthost.context.fixture.UploadFixture.token;
import static dev.agenthost.context.fixture.UploadFixture.visibleFrom;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests uploads of runs, each with a token of its attempt. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class UploadsOfRunsTest {
    private final UploadFixture uploads = new UploadFixture();

    @Test
    void aRunUploadsWithItsTokenUntilALaterAttemptBegins() throws Exception {
        ConversationRef where = conversation(uploads.conversation);
        EventEnvelope event = said(where, "draw");
        new ContextClient(where).open(event, 1).statusCode(200);
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", uploads.conversation, null);
        Tus attempt = Tus.run(token(owner, 1));
        byte[] bytes = random(MIB + 1);

        ValidatableResponse begun = attempt.begin(bytes.length, Map.of("artifact_id", "report", "scope", "run"))
                .statusCode(201);
        assertThat(begun.extract().header("Location")).contains("/signed/v1/uploads/");
        String upload = begun.extract().path("upload_id");
        attempt.append(upload, 0, bytes).statusCode(204);

        post("/internal/v1/artifacts/metadata", new ArtifactQuestion(owner, "report"))
                .statusCode(200)
                .body("source", equalTo("runner"))
                .body("runner_id", equalTo(Artifacts.RUNNER.toString()))
                .body("size_bytes", equalTo(bytes.length));
        visibleFrom(uploads.conversation, "report").statusCode(404);
        String second =
                attempt.begin(3, Map.of("artifact_id", "report")).extract().path("upload_id");
        attempt.append(second, 0, new byte[3]).statusCode(400).body("field", equalTo("Upload-Metadata.artifact_id"));
        attempt.status(second).statusCode(404);

        String late = attempt.begin(3, Map.of()).extract().path("upload_id");
        new ContextClient(where).open(event, 2).statusCode(200);
        attempt.append(late, 0, new byte[3]).statusCode(409);
        attempt.begin(3, Map.of()).statusCode(409);
        Tus.run(token(owner, 2)).status(upload).statusCode(404);
    }

    @Test
    void withoutAValidRunTokenEveryRequestIsRefused() {
        ArtifactOwner owner =
                new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", uploads.conversation, null);
        String token = token(owner, 1);
        for (String bad :
                new String[] {"", "x", token.replace(".", ""), token + "A", "A" + token, ContextSettings.API_KEY}) {
            Tus.run(bad).begin(3, Map.of()).statusCode(404);
            Tus.run(bad).status(UUID.randomUUID().toString()).statusCode(404);
        }
        Tus.run(token).begin(3, Map.of()).statusCode(409);
        given().header("Tus-Resumable", "1.0.0")
                .header("Upload-Length", 1)
                .post(Tus.RUNS)
                .then()
                .statusCode(404);
        new Tus(Tus.PEOPLE, token, (request, response, next) -> next.next(request, response))
                .begin(3, uploads.here)
                .statusCode(401);
    }
}
