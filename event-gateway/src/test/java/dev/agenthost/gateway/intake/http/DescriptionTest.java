package dev.agenthost.gateway.intake.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class DescriptionTest {
    private static final String EVENTS = "/api/v1/events";

    @Test
    void theCopyInTheDocumentationIsWhatIsServed() throws IOException {
        OpenApiValidationFilter api = OpenApiValidationFilter.of("event-gateway");
        api.isWhole();
        api.isItsCopy();
    }

    @Test
    void eachExampleCanBeSentTwice() throws UndecodableException {
        OpenApiValidationFilter api = OpenApiValidationFilter.of("event-gateway");
        JsonNode examples = ProtocolCodec.readTree(given().queryParam("format", "json")
                        .get("/openapi/event-gateway")
                        .then()
                        .statusCode(200)
                        .extract()
                        .asString())
                .at("/components/requestBodies/Event/content/application~1json/examples");
        assertThat(examples).hasSize(2).allSatisfy(example -> {
            for (int i = 0; i < 2; i++) {
                as(api).body(example.path("value").toString())
                        .post(EVENTS)
                        .then()
                        .statusCode(202);
            }
        });
    }

    /** But for 413, where the service hangs up while it is sent too much, and 500 and 503, which need a broken Kafka. */
    @Test
    void everyAnswerIsAsDescribedAndEveryDescribedAnswerIsGiven() {
        OpenApiValidationFilter api = OpenApiValidationFilter.of("event-gateway");

        as(api).body(EventBodies.shortForm(fresh()).toString())
                .post(EVENTS)
                .then()
                .statusCode(202);
        as(api).body(EventBodies.envelope(fresh())
                        .put("event_time", Instant.now().getEpochSecond())
                        .toString())
                .post(EVENTS)
                .then()
                .statusCode(202);
        String known = fresh();
        as(api).body(EventBodies.shortForm(known).toString())
                .post(EVENTS)
                .then()
                .statusCode(202);
        as(api).body(EventBodies.shortForm(known).put("text", "another").toString())
                .post(EVENTS)
                .then()
                .statusCode(409);
        as(api).body("{\"text\":\"hi\"}").post(EVENTS).then().statusCode(400);
        as(api).body("{\"bot_id\":\"b\",\"workspace_id\":\"blue\",\"text\":\"hi\"}")
                .post(EVENTS)
                .then()
                .statusCode(404);
        as(api).contentType("text/plain").body("hello").post(EVENTS).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body("{}")
                .post(EVENTS)
                .then()
                .statusCode(401);

        given().filter(api)
                .header("Authorization", "Bearer key-viewer")
                .contentType("application/json")
                .body("{}")
                .post(EVENTS)
                .then()
                .statusCode(403);

        assertThat(api.unseen("413", "500", "503"))
                .filteredOn(answer -> answer.startsWith("acceptEvent "))
                .isEmpty();
    }

    private static RequestSpecification as(OpenApiValidationFilter api) {
        return given().filter(api).header("Authorization", "Bearer key-red").contentType("application/json");
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }
}
