package dev.agenthost.context;

import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.UploadFixture.metadata;
import static dev.agenthost.context.fixture.UploadFixture.token;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that an upload is visible in its scope only. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class UploadScopesTest {
    private final UploadFixture uploads = new UploadFixture();

    /** The uploader names the binding, actor or subject; only runs with that one see the artifact, all others get the same error. */
    @Test
    void artifactsOfABindingActorOrSubjectAreVisibleToTheirRunsOnly() {
        for (String[] given : new String[][] {
            {"binding", "binding_id", "b1"},
            {"actor", "actor_id", "ada"},
            {"subject", "subject_type", "order", "subject_id", "7/1"}
        }) {
            Map<String, String> metadata =
                    new HashMap<>(Map.of("bot_id", "bot", "scope", given[0], "summary", "of " + given[0]));
            for (int i = 1; i < given.length; i += 2) {
                metadata.put(given[i], given[i + 1]);
            }
            ValidatableResponse begun = uploads.tus.begin(3, metadata).statusCode(201);
            String artifact = begun.extract().path("artifact_id");
            uploads.tus
                    .append(begun.extract().path("upload_id"), 0, "abc".getBytes(StandardCharsets.UTF_8))
                    .statusCode(204);

            metadata(of("b1", "ada", "order/7%2F1"), artifact)
                    .statusCode(200)
                    .body("scope", equalTo(given[0]))
                    .body("summary", equalTo("of " + given[0]))
                    .body("permissions", nullValue());
            String nothing = metadata(of("b1", "ada", "order/7%2F1"), "none")
                    .statusCode(404)
                    .extract()
                    .asString();
            for (ArtifactOwner other : new ArtifactOwner[] {
                of("b2", "bob", "order/8"),
                of(null, null, null),
                of("ada", "order/7%2F1", "b1"),
                new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot2", "c", null, "b1", "ada", "order/7%2F1"),
                new ArtifactOwner("foreign", new RunId(UUID.randomUUID()), "bot", "c", null, "b1", "ada", "order/7%2F1")
            }) {
                assertThat(metadata(other, artifact).statusCode(404).extract().asString())
                        .isEqualTo(nothing);
            }
            given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                    .get("/api/v1/artifacts/{artifact}", artifact)
                    .then()
                    .statusCode(200)
                    .body("permissions", equalTo(java.util.List.of("metadata", "read", "link")));
            refusedWithout(metadata, given[1]);
            refusedWithout(metadata, given[0].equals("binding") ? given[1] : "bot_id");
        }
        uploads.refused(uploads.with("summary", "x".repeat(501)), "Upload-Metadata.summary");
    }

    /** A run's own facts decide about its uploads, and not the fields of the request. */
    @Test
    void aRunUploadsForItsOwnActorOnly() {
        ConversationRef where = conversation(uploads.conversation);
        EventEnvelope event = said(where, "draw");
        new ContextClient(where).open(event, 1).statusCode(200);
        ArtifactOwner owner =
                new ArtifactOwner("demo", run(event), "bot", uploads.conversation, null, "b1", "ada", null);
        Tus attempt = Tus.run(token(owner, 1));

        ValidatableResponse begun = attempt.begin(3, Map.of("artifact_id", "hers", "scope", "actor", "actor_id", "bob"))
                .statusCode(201);
        attempt.append(begun.extract().path("upload_id"), 0, new byte[3]).statusCode(204);
        metadata(of("b9", "ada", null), "hers").statusCode(200);
        metadata(of("b9", "bob", null), "hers").statusCode(404);
        attempt.begin(3, Map.of("scope", "subject")).statusCode(400).body("field", equalTo("Upload-Metadata.scope"));
    }

    private static ArtifactOwner of(String binding, String actor, String subject) {
        return new ArtifactOwner(
                "demo", new RunId(UUID.randomUUID()), "bot", "elsewhere", null, binding, actor, subject);
    }

    private void refusedWithout(Map<String, String> metadata, String field) {
        Map<String, String> less = new HashMap<>(metadata);
        less.remove(field);
        uploads.refused(less, "Upload-Metadata." + field);
    }
}
