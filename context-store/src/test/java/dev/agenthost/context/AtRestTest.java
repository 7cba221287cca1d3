package dev.agenthost.context;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that the lag of a consumer is known while its fetch waits at the broker longer than any request timeout. */
@QuarkusTest
@TestProfile(AtRestTest.LongFetches.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class AtRestTest {
    public static class LongFetches implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "mp.messaging.incoming.audit.fetch.max.wait.ms", "20000",
                    "mp.messaging.incoming.receipts.fetch.max.wait.ms", "20000",
                    "agenthost.observability.probe-interval", "200ms");
        }
    }

    @Test
    void theLagIsKnownAndTheServiceReadyDuringLongFetches() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("/q/metrics").asString())
                        .contains("agenthost_context_intake_lag{topic=\"agent.audit\"}")
                        .contains("agenthost_context_intake_lag{topic=\"agent.delivery-receipts\"}"));
        await().during(Duration.ofSeconds(5))
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> get("/q/health/ready").then().statusCode(200));
    }
}
