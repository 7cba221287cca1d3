package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.platform.rest.HostileRequests;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests metrics and readiness: metrics follow the work, readiness names the fault, and the service stays live while it
 * is not ready.
 */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
@TestProfile(ObservabilityTest.Impatient.class)
class ObservabilityTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Short probe intervals and timeouts. */
    public static final class Impatient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "agenthost.observability.probe-interval", "200ms",
                    "agenthost.observability.stall-timeout", "5s",
                    "agenthost.observability.schema-probe-interval", "200ms");
        }
    }

    @BeforeEach
    void isWell() {
        awaitReadiness(200, "");
    }

    @Test
    void metricsFollowTheWork() throws Exception {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun run = DeliveredRun.in("c-watch").toWebhook(receiver.url(), "HOOK");
            DeliveryTopics.publish(run.record(
                    1, 1, run.started(), DeliveredRun.message("a sentence for one person"), DeliveredRun.completed()));
            receiver.awaitCalls(1);
            get("/api/v1/runs/" + run.runId() + "/stream");
            get("/nowhere/" + run.runId());

            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            get("/q/metrics").asString())
                    .containsPattern(
                            "agenthost_delivery_send_seconds_count\\{outcome=\"delivered\",surface=\"webhook\"} [1-9]")
                    .contains("agenthost_delivery_part_delay_seconds_count{outcome=\"delivered\",surface=\"webhook\"}")
                    .containsPattern("agenthost_delivery_intake_records_total\\{channel=\"run-results\"} [1-9]")
                    .contains("agenthost_delivery_intake_lag{topic=\"agent.run-results\"} 0.0")
                    .contains("agenthost_delivery_sends_open{state=\"pending\"} 0.0")
                    .contains("agenthost_delivery_sends_open{state=\"claimed\"} 0.0")
                    .contains("agenthost_delivery_sends_age_seconds 0.0")
                    .contains("agenthost_delivery_unpublished 0.0")
                    .contains("agenthost_delivery_unpublished_age_seconds 0.0")
                    .contains("agenthost_delivery_streams_open")
                    .contains("uri=\"/api/v1/runs/{run_id}/stream\"")
                    .doesNotContain(run.runId().toString())
                    .doesNotContain("c-watch")
                    .doesNotContain("a sentence"));
        }
    }

    @Test
    void bothPoolsOfTheDatabaseAreCountedEachByItself() {
        List<String> sizes = get("/q/metrics")
                .asString()
                .lines()
                .filter(line -> line.startsWith("sql_pool_queue_size{"))
                .toList();
        assertThat(sizes).hasSize(2).anyMatch(line -> line.contains("pool_name=\"delivery\""));
    }

    @Test
    void requestsWithoutAKeyCreateNoMetricLabels() {
        HostileRequests.makeNoLabelsUp(RestAssured.port);
    }

    @Test
    void isNotReadyWhileItsConsumerStalls() throws Exception {
        DeliveredRun run = DeliveredRun.in("c-stall");
        try (Connection other = connect("");
                var sql = other.createStatement()) {
            other.setAutoCommit(false);
            sql.execute("LOCK TABLE delivery.runs IN ACCESS EXCLUSIVE MODE");
            DeliveryTopics.publish(
                    run.record(1, 1, run.started(), DeliveredRun.message("a"), DeliveredRun.completed()));
            awaitReadiness(503, "stalls at agent.run-results/");
            get("/q/health/live").then().statusCode(200);
            assertThat(get("/q/metrics").asString())
                    .containsPattern("agenthost_delivery_intake_lag\\{topic=\"agent.run-results\"} [1-9]");
            other.rollback();
        }
        awaitReadiness(200, "");
    }

    @Test
    void isNotReadyWhileTheSchemaIsBehind() throws Exception {
        sql("CREATE TABLE delivery.history_kept AS SELECT * FROM delivery.flyway_schema_history");
        try {
            sql("DELETE FROM delivery.flyway_schema_history WHERE version IS NOT NULL");
            awaitReadiness(503, "missing");
            get("/q/health/live").then().statusCode(200);
        } finally {
            sql("TRUNCATE delivery.flyway_schema_history");
            sql("INSERT INTO delivery.flyway_schema_history SELECT * FROM delivery.history_kept");
            sql("DROP TABLE delivery.history_kept");
        }
        awaitReadiness(200, "");
    }

    @Test
    void isNotReadyWhenANewerBuildHasMigratedTheSchema() throws Exception {
        sql("INSERT INTO delivery.flyway_schema_history SELECT 1000, '1000', 'of a newer build', type, 'V1000__x.sql', "
                + "checksum, installed_by, installed_on, execution_time, success "
                + "FROM delivery.flyway_schema_history WHERE version = '1'");
        try {
            awaitReadiness(503, "1000");
        } finally {
            sql("DELETE FROM delivery.flyway_schema_history WHERE version = '1000'");
        }
        awaitReadiness(200, "");
    }

    @Test
    void isNotReadyWithoutTheDatabase() throws Exception {
        String database = PostgresTestDatabase.current().database();
        elsewhere("ALTER DATABASE \"" + database + "\" WITH ALLOW_CONNECTIONS false");
        try {
            elsewhere("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
            awaitReadiness(503, "DOWN");
            get("/q/health/live").then().statusCode(200);
            // One lease term later it may neither claim nor send.
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            get("/q/health/ready").jsonPath().getString("checks.find { it.name == 'lease' }.status"))
                    .isEqualTo("DOWN"));
        } finally {
            elsewhere("ALTER DATABASE \"" + database + "\" WITH ALLOW_CONNECTIONS true");
        }
        awaitReadiness(200, "");
    }

    private static void awaitReadiness(int status, String checkMessage) {
        await().atMost(LIMIT).untilAsserted(() -> {
            var answer = get("/q/health/ready");
            assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
            assertThat(answer.asString()).contains(checkMessage);
        });
    }

    private static void sql(String statement) throws SQLException {
        try (Connection connection = connect("");
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    /** Runs a statement in another database, so that the service's own can be closed and opened. */
    private static void elsewhere(String statement) throws SQLException {
        try (Connection connection = connect("postgres");
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private static Connection connect(String otherDatabase) throws SQLException {
        DatabaseAddress database = PostgresTestDatabase.current();
        DatabaseAddress address = otherDatabase.isEmpty()
                ? database
                : new DatabaseAddress(database.port(), otherDatabase, database.user(), database.password());
        return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    }
}
