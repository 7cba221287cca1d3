package dev.agenthost.gateway.deadletter.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.process.FreePorts;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests about dead letters while nothing listens at the address of the broker. */
@QuarkusTest
@TestProfile(DeadLettersUnavailableTest.NoBroker.class)
class DeadLettersUnavailableTest {
    private static final String TOPIC = "/api/v1/dead-letters/" + Topics.dlq(Topics.EVENTS);

    private OpenApiValidationFilter api;

    @BeforeEach
    void describe() {
        api = OpenApiValidationFilter.of("event-gateway");
    }

    /** A service without a broker, and little patience. */
    public static final class NoBroker implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "kafka.bootstrap.servers",
                    "127.0.0.1:" + FreePorts.next(),
                    "agenthost.dead-letters.broker-timeout",
                    "300ms");
        }
    }

    @Test
    void everyRequestIsAnsweredWithAProblemThatAsksForARetry() {
        assertUnavailable(asAdmin().get("/api/v1/dead-letters"));
        assertUnavailable(asAdmin().get(TOPIC));
        assertUnavailable(asAdmin().get(TOPIC + "/0/0"));
        assertUnavailable(asAdmin().body("{}").post(TOPIC + "/redrive"));
        assertUnavailable(asAdmin().body("{\"dry_run\":false}").post(TOPIC + "/redrive"));
    }

    private RequestSpecification asAdmin() {
        return given().filter(api).header("Authorization", "Bearer key-red").contentType("application/json");
    }

    private static void assertUnavailable(Response answer) {
        answer.then()
                .statusCode(503)
                .contentType("application/problem+json")
                .header("Retry-After", equalTo("2"))
                .body("status", equalTo(503))
                .body("detail", startsWith("Kafka does not answer now."));
    }
}
