package dev.agenthost.context;

import static dev.agenthost.context.fixture.UploadFixture.token;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests links that open one artifact without a key. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ArtifactLinksTest {
    @Inject
    Pool pool;

    private final UploadFixture uploads = new UploadFixture();

    @Test
    void aLinkOpensOneArtifactUntilItExpires() {
        byte[] page = "<!DOCTYPE html><html><script>alert(1)</script></html>".getBytes(StandardCharsets.UTF_8);
        ValidatableResponse begun =
                uploads.tus.begin(page.length, uploads.with("filename", "p.html", "filetype", "text/html"));
        uploads.tus.append(begun.extract().path("upload_id"), 0, page).statusCode(204);
        String artifact = begun.extract().path("artifact_id");
        String url = link(artifact, "60")
                .statusCode(201)
                .header("Cache-Control", "no-store")
                .extract()
                .path("url");

        given().urlEncodingEnabled(false)
                .get(url)
                .then()
                .statusCode(200)
                .header("Content-Disposition", containsString("attachment"))
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header("Cache-Control", "private, no-cache");
        given().urlEncodingEnabled(false)
                .header("Range", "bytes=0-3")
                .get(url)
                .then()
                .statusCode(206)
                .header("Content-Range", "bytes 0-3/" + page.length);
        String token = url.substring(url.indexOf('=') + 1);
        for (String bad : new String[] {"", "x", token + "A", token.substring(1), token.replace(".", "")}) {
            signed(artifact, bad).statusCode(404);
        }
        signed("another", token).statusCode(404);
        given().get("/signed/v1/artifacts/{artifact}", artifact).then().statusCode(404);
        for (String seconds : new String[] {"0", "3601", "-1", "x"}) {
            link(artifact, seconds).statusCode(400).body("field", equalTo("expires_in"));
        }
        link("none", "60").statusCode(404);
        pool.query("update context.artifacts set expires_at = now() where artifact_id = '" + artifact + "'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10));
        signed(artifact, token).statusCode(404);
    }

    private static ValidatableResponse signed(String artifact, String token) {
        return given().queryParam("token", token)
                .get("/signed/v1/artifacts/{artifact}", artifact)
                .then();
    }

    private static ValidatableResponse link(String artifact, String seconds) {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .queryParam("expires_in", seconds)
                .post("/api/v1/artifacts/{artifact}/links", artifact)
                .then();
    }
}
