package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the served page; its behaviour in a browser is tested on the local box. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class FrontPageTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    @Test
    void isServedWithoutAKey() {
        Response page = RestAssured.get("/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.contentType()).startsWith("text/html");
        assertThat(page.asString()).contains("<title>Agent Host</title>");
    }

    @Test
    void loadsOnlyResourcesOfThisHost() {
        Response page = RestAssured.get("/");

        assertThat(page.header("Content-Security-Policy"))
                .contains(
                        "default-src 'none'",
                        "script-src 'self'",
                        "img-src 'self' data: blob:;",
                        "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.asString()).doesNotContain("<style").doesNotContainPattern("<script(?![^>]* src=)");
        assertThat(references(page)).hasSizeGreaterThan(3).allSatisfy(reference -> {
            assertThat(reference).startsWith("/").doesNotStartWith("//");
            Response part = RestAssured.get(reference);
            assertThat(part.statusCode()).as(reference).isEqualTo(200);
            assertThat(part.header("X-Content-Type-Options")).isEqualTo("nosniff");
        });
    }

    /** The page names the bundle by its content hash; a cached page would name one that is not served any more. */
    @Test
    void isRevalidatedOnEachRequest() {
        assertThat(RestAssured.get("/").header("Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void showsTheOwnerOfTheKey() {
        RestAssured.given()
                .header("Authorization", "Bearer " + DeliverySettings.KEY)
                .get("/api/v1/caller")
                .then()
                .statusCode(200)
                .body("workspace_id", equalTo("demo"))
                .body("key_id", equalTo("demo"))
                .body("key_name", equalTo("demo"));
        for (String wrong : List.of("", "Bearer wrong", "Basic abc")) {
            RestAssured.given()
                    .header("Authorization", wrong)
                    .get("/api/v1/caller")
                    .then()
                    .statusCode(401)
                    .body("code", equalTo("unauthorized"));
        }
    }

    private static List<String> references(Response page) {
        return REFERENCE
                .matcher(page.asString())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
