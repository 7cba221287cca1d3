package dev.agenthost.context;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.platform.kafka.IntakeStep;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.platform.rest.HostileRequests;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ObservabilityTest {
    @Inject
    RetryStatus status;

    @Test
    void metricsFollowTheWork() {
        ConversationRef here = Records.conversation("c-" + UUID.randomUUID());
        EventEnvelope event = Records.said(here, "a sentence for one person");
        try (Broker broker = new Broker()) {
            RecordPosition position =
                    broker.publish(Topics.EVENTS, event.conversationKey().partition(), event);
            new ContextClient(here).history(position).statusCode(200);
            broker.publish(Topics.EVENTS, 0, "no event".getBytes(StandardCharsets.UTF_8));
            broker.publish(Topics.DELIVERY_RECEIPTS, 0, Records.receipt(event));
            broker.publish(Topics.AUDIT, 0, Records.audit(event));
        }

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("/q/metrics").asString())
                        .containsPattern("agenthost_context_apply_seconds_count\\{outcome=\"done\"} [1-9]")
                        .containsPattern("agenthost_context_read_wait_seconds_count\\{outcome=\"applied\"} [1-9]")
                        .containsPattern("agenthost_context_intake_records_total\\{channel=\"events\"} [1-9]")
                        .containsPattern("agenthost_context_intake_records_total\\{channel=\"receipts\"} [1-9]")
                        .containsPattern("agenthost_context_intake_records_total\\{channel=\"audit\"} [1-9]")
                        .contains("agenthost_context_intake_lag{topic=\"agent.events\"} 0.0")
                        .contains("agenthost_context_intake_lag{topic=\"agent.run-results\"}")
                        .containsPattern(
                                "agenthost_context_dead_letters_total\\{reason=\"undecodable\",topic=\"agent.events\"} [1-9]")
                        .containsPattern("agenthost_context_store_bytes\\{store=\"event_log\"} [1-9]")
                        .containsPattern("agenthost_context_store_rows\\{store=\"artifacts\"} [0-9]")
                        .doesNotContain("event_log_")
                        .doesNotContain(event.eventId().toString())
                        .doesNotContain(here.conversationId())
                        .doesNotContain("a sentence"));
    }

    /** A topic without records in this test, so that no batch changes its status. */
    @Test
    void isNotReadyWhileAConsumerRetriesABatch() {
        get("/q/health/ready").then().statusCode(200);

        status.failed("an attempt", IntakeStep.of("agent.elsewhere", "a step"), new IllegalStateException("away"));
        get("/q/health/ready")
                .then()
                .statusCode(503)
                .body("checks.find { it.name == 'intake' }.status", equalTo("DOWN"))
                .body(
                        "checks.find { it.name == 'intake' }.data.'agent.elsewhere'",
                        equalTo("a step: IllegalStateException"));
        status.ended("an attempt");

        get("/q/health/ready").then().statusCode(200);
    }

    @Test
    void requestsWithoutAKeyCreateNoMetricLabels() {
        HostileRequests.makeNoLabelsUp(RestAssured.port);
    }
}
