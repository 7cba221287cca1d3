package dev.agenthost.gateway.entrance;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests keys, rights and problem bodies as every service has them, on this one. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class ApiKeyFilterTest {

    private static final String PROBE = "/api/v1/probe";

    /** Until the keys are read, an unknown one is answered with 503. */
    @BeforeEach
    void ready() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> given().get("/q/health/ready").statusCode() == 200);
    }

    @Test
    void aKeyOpensItsOwnWorkspaceAndNoOther() {
        with("key-red").get(PROBE + "/workspaces/red").then().statusCode(200).body(equalTo("red"));
        with("key-red")
                .get(PROBE + "/workspaces/blue")
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("code", equalTo("not_found"));
        given().get(PROBE + "/workspaces/red").then().statusCode(401).header("WWW-Authenticate", equalTo("Bearer"));
    }

    @Test
    void aParameterThatAMethodDoesNotHaveIsRefusedWithTheOneThatWasMeant() {
        with("key-red")
                .get(PROBE + "/filtered?colour=red")
                .then()
                .statusCode(200)
                .body(equalTo("red"));
        with("key-red")
                .get(PROBE + "/filtered?color=red")
                .then()
                .statusCode(400)
                .body("field", equalTo("color"))
                .body("detail", equalTo("color is an unknown parameter; the nearest name is colour."));
    }

    @Test
    void theInternalPathsNeedTheKeyBetweenServices() {
        with("key-between").get("/internal/v1/probe").then().statusCode(200);
        with("key-red").get("/internal/v1/probe").then().statusCode(401);
        given().get("/internal/v1/probe").then().statusCode(401);
        with("key-between").get(PROBE + "/workspaces/red").then().statusCode(401);
    }

    @Test
    void nobodyWithoutAKeyLearnsWhichPathsThereAre() {
        given().get("/api/v1/no-such-thing").then().statusCode(401);
        given().delete(PROBE + "/painted").then().statusCode(401);
        given().contentType("text/plain")
                .body("x")
                .post(PROBE + "/painted")
                .then()
                .statusCode(401);
        with("key-wrong").get("/api/v1/no-such-thing").then().statusCode(401);
        with("key-red").get("/api/v1/no-such-thing").then().statusCode(404);
    }

    @Test
    void aMethodThatNamesNoRightIsAnsweredToNobody() {
        for (String key : new String[] {"key-red", "key-viewer", "key-adapter", "key-host"}) {
            with(key)
                    .get(PROBE + "/forgotten")
                    .then()
                    .statusCode(403)
                    .contentType("application/problem+json")
                    .body("code", equalTo("forbidden"));
        }
        with("key-wrong").get(PROBE + "/forgotten").then().statusCode(401);
    }

    @ParameterizedTest
    @CsvSource({
        "key-red,200,202",
        "key-operator,200,202",
        "key-viewer,200,403",
        "key-adapter,403,202",
        "key-host,403,403"
    })
    void aRoleReadsAndSaysWhatItMay(String key, int reading, int saying) {
        with(key).get(PROBE + "/workspaces/red").then().statusCode(reading);
        with(key)
                .contentType("application/json")
                .body("{\"bot_id\":\"mine\",\"conversation_id\":\"c\",\"text\":\"hi\"}")
                .post("/api/v1/events")
                .then()
                .statusCode(saying);
    }

    @Test
    void aRoleThatDoesNotSufficeLearnsNothingOfWhatItAskedFor() {
        for (String body : new String[] {"", "{", "{\"bot_id\":\"x\",\"workspace_id\":\"blue\"}"}) {
            with("key-viewer")
                    .contentType("application/json")
                    .body(body)
                    .post("/api/v1/events")
                    .then()
                    .statusCode(403);
        }
        with("key-adapter").get(PROBE + "/workspaces/blue").then().statusCode(403);
        with("key-adapter").get(PROBE + "/broken").then().statusCode(403);
    }

    @Test
    void anAdaptersKeySpeaksForItsBotsAndAnyOtherDoesNotExist() {
        for (String bot : new String[] {"other", "no-such-bot", "*"}) {
            with("key-adapter")
                    .contentType("application/json")
                    .body("{\"bot_id\":\"%s\",\"conversation_id\":\"c\",\"text\":\"hi\"}".formatted(bot))
                    .post("/api/v1/events")
                    .then()
                    .statusCode(404)
                    .body("code", equalTo("not_found"))
                    .body("detail", equalTo("The resource does not exist or is not visible to this key."));
        }
    }

    @Test
    void healthNeedsNoKey() {
        given().get("/q/health/live").then().statusCode(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> given().get("/q/health/ready").statusCode() == 200);
    }

    @Test
    void aBugIsAnsweredWithAReferenceAndNothingElse() {
        with("key-red")
                .get(PROBE + "/broken")
                .then()
                .statusCode(500)
                .contentType("application/problem+json")
                .body("code", equalTo("runtime_error"))
                .body("detail", not(containsString("nobody outside")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
            size | {"name":"wall","size":"wide"}
            colour | {"name":"wall","colour":"green"}
            name | {"name":{}}
            - | {"name":
            - | []
            """)
    void aBodyThatIsNotTheRecordNamesTheField(String field, String body) {
        with("key-red")
                .contentType("application/json")
                .body(body)
                .post(PROBE + "/painted")
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("code", equalTo("invalid_argument"))
                .body("field", field == null ? nullValue() : equalTo(field));
    }

    private static RequestSpecification with(String key) {
        return given().header("Authorization", "Bearer " + key);
    }
}
