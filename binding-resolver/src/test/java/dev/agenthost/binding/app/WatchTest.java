package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agent;
import static dev.agenthost.binding.app.Admin.bind;
import static dev.agenthost.binding.app.Admin.fresh;
import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.binding.Events;
import dev.agenthost.platform.rest.HostileRequests;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class WatchTest {
    @Test
    void itsNumbersFollowTheWork() {
        try (Wire wire = new Wire(Topics.RUN_REQUESTS)) {
            String bot = fresh("bot");
            bind(fresh("b"), bot, agent()).then().statusCode(201);
            EventEnvelope bound = Events.messageOf("demo", bot, "c1");
            EventEnvelope unbound = Events.messageOf("demo", fresh("bot"), "c1");
            wire.send(bound);
            wire.send(bound);
            wire.send(unbound);
            wire.send(unbound, "no event".getBytes(StandardCharsets.UTF_8));

            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                            get("/q/metrics").asString())
                    .containsPattern("agenthost_binding_resolutions_total\\{outcome=\"bound\",reason=\"\"} [1-9]")
                    .containsPattern("agenthost_binding_resolutions_total\\{outcome=\"repeated\",reason=\"\"} [1-9]")
                    .containsPattern(
                            "agenthost_binding_resolutions_total\\{outcome=\"unbound\",reason=\"no_binding\"} [1-9]")
                    .containsPattern(
                            "agenthost_binding_dead_letters_total\\{reason=\"undecodable\",topic=\"agent.events\"} [1-9]")
                    .containsPattern("agenthost_binding_publish_seconds_bucket\\{le=\"0.005\"}")
                    .containsPattern("agenthost_binding_intake_records_total\\{channel=\"events\"} [1-9]")
                    .contains("agenthost_binding_intake_lag{topic=\"agent.events\"} 0.0")
                    .contains("agenthost_binding_unpublished{store=\"resolutions\"} 0.0")
                    .contains("agenthost_binding_unpublished{store=\"outbox\"} 0.0")
                    .contains("agenthost_binding_unpublished_age_seconds 0.0")
                    .doesNotContain(bound.eventId().toString())
                    .doesNotContain(bot));
        }
    }

    /** Lags are read twice a second: one line for each reading would fill a disk. */
    @Test
    void readingLagsLogsNothing() {
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                    lines.add(line.getLoggerName() + " " + line.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger kafka = Logger.getLogger("org.apache.kafka");
        kafka.addHandler(handler);
        try {
            await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                            get("/q/metrics").asString())
                    .contains("agenthost_binding_intake_lag{topic=\"agent.events\"}"));
        } finally {
            kafka.removeHandler(handler);
        }
        assertThat(lines).isEmpty();
    }

    @Test
    void nobodyWithoutAKeyMakesLabelsUp() {
        HostileRequests.makeNoLabelsUp(RestAssured.port);
    }
}
