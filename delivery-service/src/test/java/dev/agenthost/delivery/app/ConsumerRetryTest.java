package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class ConsumerRetryTest {

    @Test
    void retriesABatchIsNotReadyMeanwhileAndLosesNoRecord() throws Exception {
        awaitReadiness(200);
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun first = DeliveredRun.in("c-trouble").toWebhook(receiver.url(), "HOOK");
            DeliveredRun second = DeliveredRun.in("c-trouble").toWebhook(receiver.url(), "HOOK");
            sql("ALTER TABLE delivery.runs RENAME TO runs_away");
            try {
                DeliveryTopics.publish(
                        first.record(1, 1, first.started(), DeliveredRun.message("a"), DeliveredRun.completed()));
                DeliveryTopics.publish(
                        second.record(1, 1, second.started(), DeliveredRun.message("b"), DeliveredRun.completed()));
                awaitReadiness(503);
                assertThat(receiver.calls()).isEmpty();
            } finally {
                sql("ALTER TABLE delivery.runs_away RENAME TO runs");
            }
            assertThat(receiver.awaitCalls(2))
                    .extracting(Receiver.Call::key)
                    .containsExactly(first.runId() + "/1", second.runId() + "/1");
            awaitReadiness(200);
        }
    }

    private static void awaitReadiness(int status) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> RestAssured.get("/q/health/ready").then().statusCode(status));
    }

    private static void sql(String statement) throws SQLException {
        DatabaseAddress database = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }
}
