package dev.agenthost.context;

import static dev.agenthost.context.fixture.UploadFixture.CONTENT;
import static dev.agenthost.context.fixture.UploadFixture.MIB;
import static dev.agenthost.context.fixture.UploadFixture.content;
import static dev.agenthost.context.fixture.UploadFixture.random;
import static dev.agenthost.context.fixture.UploadFixture.sha256;
import static dev.agenthost.context.fixture.UploadFixture.visibleFrom;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Tests uploads in parts, from their creation to the download: real PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class UploadsTest {
    @TestHTTPResource("/")
    URI root;

    private final UploadFixture uploads = new UploadFixture();

    @Test
    void anUploadInPartsIsReadCompletelyByItsConversation() throws Exception {
        byte[] bytes = random(3 * MIB + 12345);
        ValidatableResponse begun = uploads.tus
                .begin(
                        bytes.length,
                        uploads.with("filename", "../a b.bin", "sha256", sha256(bytes), "metadata", "{\"pages\":2}"))
                .statusCode(201)
                .header("Tus-Resumable", "1.0.0");
        String upload = begun.extract().path("upload_id");
        String artifact = begun.extract().path("artifact_id");
        assertThat(begun.extract().header("Location")).isEqualTo("/api/v1/uploads/" + upload);

        int at = 0;
        for (int part : new int[] {1, 100_000, 262_144, 2 * MIB}) {
            uploads.tus
                    .append(upload, at, Arrays.copyOfRange(bytes, at, at + part))
                    .statusCode(204)
                    .header("Upload-Offset", Integer.toString(at + part));
            at += part;
        }
        uploads.tus.status(upload).statusCode(200).header("Upload-Offset", Integer.toString(at));
        content(artifact).statusCode(404);
        uploads.tus
                .append(upload, at, Arrays.copyOfRange(bytes, at, bytes.length))
                .statusCode(204)
                .header("Upload-Offset", Integer.toString(bytes.length));

        uploads.tus.status(upload).statusCode(200).header("Upload-Offset", Integer.toString(bytes.length));
        assertThat(content(artifact)
                        .statusCode(200)
                        .header("ETag", '"' + sha256(bytes) + '"')
                        .extract()
                        .asByteArray())
                .isEqualTo(bytes);
        visibleFrom(uploads.conversation, artifact)
                .statusCode(200)
                .body("size_bytes", equalTo(bytes.length))
                .body("name", equalTo("a b.bin"))
                .body("source", equalTo("user"))
                .body("run_id", nullValue())
                .body("metadata.pages", equalTo(2));
        visibleFrom("elsewhere", artifact).statusCode(404);
    }

    /** A body beyond the limit of other requests, generated while it is sent. */
    @Test
    void oneRequestMaySendAllBytes() throws Exception {
        int size = 23 * MIB;
        ValidatableResponse begun = uploads.tus.begin(size, uploads.here).statusCode(201);
        HttpRequest all = HttpRequest.newBuilder(root.resolve(begun.extract().header("Location")))
                .header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Tus-Resumable", "1.0.0")
                .header("Upload-Offset", "0")
                .header("Content-Type", "application/offset+octet-stream")
                .method(
                        "PATCH",
                        HttpRequest.BodyPublishers.fromPublisher(
                                HttpRequest.BodyPublishers.ofByteArrays(Collections.nCopies(23, new byte[MIB])), size))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(all, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(204);
        }

        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Range", "bytes=" + (22 * MIB) + "-" + (22 * MIB + 9))
                .get(CONTENT, begun.extract().<String>path("artifact_id"))
                .then()
                .statusCode(206)
                .header("Content-Range", "bytes " + 22 * MIB + "-" + (22 * MIB + 9) + "/" + size);
    }

    /** Tests tus's header for clients without PATCH. */
    @Test
    void theMethodMayBeOverriddenAndAnEmptyUploadIsFinishedAtOnce() {
        String upload = uploads.tus.begin(3, uploads.here).extract().path("upload_id");
        for (String method : new String[] {"PATCH", "PUT"}) {
            uploads.tus
                    .request()
                    .contentType("application/offset+octet-stream")
                    .header("Upload-Offset", method.equals("PATCH") ? 0 : 1)
                    .header("X-HTTP-Method-Override", method)
                    .body(new byte[1])
                    .post(Tus.PEOPLE + "/{upload}", upload)
                    .then()
                    .statusCode(method.equals("PATCH") ? 204 : 400);
        }
        ValidatableResponse empty =
                uploads.tus.begin(0, uploads.with("scope", "workspace")).statusCode(201);
        visibleFrom("anywhere", empty.extract().path("artifact_id"))
                .statusCode(200)
                .body("size_bytes", equalTo(0));
        uploads.tus
                .request()
                .options(Tus.PEOPLE)
                .then()
                .statusCode(204)
                .header("Tus-Max-Size", Integer.toString(1024 * MIB));
    }
}
