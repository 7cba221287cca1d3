package dev.agenthost.context;

import static dev.agenthost.context.fixture.UploadFixture.MIB;
import static dev.agenthost.context.fixture.UploadFixture.content;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that invalid uploads and pieces get an error that names the fault, and that nothing of them is stored. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class WrongUploadsTest {
    private final UploadFixture uploads = new UploadFixture();

    @Test
    void invalidRequestsNameTheField() {
        uploads.tus.begin(1024L * MIB + 1, uploads.here).statusCode(413).body("field", equalTo("Upload-Length"));
        uploads.refused(uploads.with("sha256", "abc"), "Upload-Metadata.sha256");
        uploads.refused(uploads.with("scope", "run"), "Upload-Metadata.scope");
        uploads.refused(uploads.with("scope", "world"), "Upload-Metadata.scope");
        uploads.refused(uploads.with("metadata", "[]"), "Upload-Metadata.metadata");
        uploads.refused(uploads.with("metadata", "{"), "Upload-Metadata.metadata");
        uploads.refused(uploads.with("artifact_id", "mine"), "Upload-Metadata.artifact_id");
        uploads.refused(uploads.with("artifact_type", "x".repeat(201)), "Upload-Metadata.artifact_type");
        uploads.refused(uploads.with("filetype", " "), "Upload-Metadata.mime_type");
        uploads.refused(Map.of("conversation_id", uploads.conversation), "Upload-Metadata.bot_id");
        uploads.refused(Map.of("bot_id", "bot"), "Upload-Metadata.conversation_id");
        uploads.refused(uploads.with("conversation_id", "a\u0000b"), "Upload-Metadata.conversation_id");
        for (String metadata : new String[] {"name", "name ***", "a YQ==,a YQ==", ",", "name /w=="}) {
            uploads.tus
                    .request()
                    .header("Upload-Length", 1)
                    .header("Upload-Metadata", metadata)
                    .post(Tus.PEOPLE)
                    .then()
                    .statusCode(400);
        }
        for (String length : new String[] {"-1", "x", "1e3"}) {
            uploads.tus
                    .request()
                    .header("Upload-Length", length)
                    .post(Tus.PEOPLE)
                    .then()
                    .statusCode(400)
                    .body("field", equalTo("Upload-Length"));
        }
        uploads.tus
                .request()
                .header("Upload-Defer-Length", 1)
                .post(Tus.PEOPLE)
                .then()
                .statusCode(400);
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Upload-Length", 1)
                .post(Tus.PEOPLE)
                .then()
                .statusCode(412)
                .header("Tus-Version", "1.0.0");

        String upload = uploads.tus.begin(3, uploads.here).extract().path("upload_id");
        uploads.tus.append(upload, 1, new byte[1]).statusCode(409).body("field", equalTo("Upload-Offset"));
        uploads.tus.append(upload, 0, new byte[4]).statusCode(413);
        uploads.tus.append(UUID.randomUUID().toString(), 0, new byte[1]).statusCode(404);
        uploads.tus.append("none", 0, new byte[1]).statusCode(404);
        Tus.people(ContextSettings.ADAPTER_KEY).append(upload, 0, new byte[1]).statusCode(404);
        uploads.tus
                .request()
                .contentType("text/plain")
                .header("Upload-Offset", 0)
                .body("x")
                .patch(Tus.PEOPLE + "/{upload}", upload)
                .then()
                .statusCode(415);
        uploads.tus.end(upload).statusCode(204);
        uploads.tus.status(upload).statusCode(404);
    }

    @Test
    void aHtmlPageDeclaredAsAnImageIsRefusedAndDeleted() {
        byte[] page = "<!DOCTYPE html><html></html>".getBytes(StandardCharsets.UTF_8);
        ValidatableResponse begun = uploads.tus.begin(page.length, uploads.with("filetype", "image/png"));
        String upload = begun.extract().path("upload_id");

        uploads.tus.append(upload, 0, page).statusCode(415).body("field", equalTo("Upload-Metadata.mime_type"));
        uploads.tus.status(upload).statusCode(404);
        content(begun.extract().path("artifact_id")).statusCode(404);
    }
}
