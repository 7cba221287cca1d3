package dev.agenthost.orchestrator.walk;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.platform.rest.HostileRequests;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class WatchTest {
    @Test
    void itsNumbersFollowTheWork() throws Exception {
        try (RunTopics topic = new RunTopics()) {
            Resolution run = RunRequests.of("say 3");
            topic.request(run);
            // With and without a key, right and wrong: no address may become a label of its own.
            get("/api/v1/runs/" + run.runId());
            given().header("Authorization", "Bearer " + ScriptedProfile.KEY).get("/api/v1/runs/" + run.runId());
            given().header("Authorization", "Bearer " + ScriptedProfile.KEY).get("/nowhere/" + run.runId());

            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                            get("/q/metrics").asString())
                    .containsPattern("agenthost_orchestrator_admissions_total\\{outcome=\"(claimed|queued)\"} [1-9]")
                    .containsPattern("agenthost_orchestrator_claims_total\\{attempt=\"first\",runner=\"[^\"]+\"} [1-9]")
                    .containsPattern(
                            "agenthost_orchestrator_run_seconds_count\\{outcome=\"completed\",runner=\"[^\"]+\"} [1-9]")
                    .containsPattern("agenthost_orchestrator_run_first_result_seconds_count\\{runner=\"[^\"]+\"} [1-9]")
                    .containsPattern(
                            "agenthost_orchestrator_runs_ended_total\\{code=\"\",outcome=\"run.completed\"} [1-9]")
                    .contains("agenthost_orchestrator_runs_open{state=\"waiting\"}")
                    .contains("agenthost_orchestrator_runs_open{state=\"queued\"}")
                    .contains("agenthost_orchestrator_runs_open{state=\"running\"}")
                    .contains("agenthost_orchestrator_queue_age_seconds")
                    .containsPattern("agenthost_orchestrator_leases\\{state=\"alive\"} [1-9]")
                    .contains("agenthost_orchestrator_leases{state=\"dead\"}")
                    .contains("agenthost_orchestrator_unpublished ")
                    .contains("agenthost_orchestrator_unpublished_age_seconds")
                    .containsPattern("agenthost_orchestrator_intake_records_total\\{channel=\"run-requests\"} [1-9]")
                    .contains("agenthost_orchestrator_intake_lag{topic=\"agent.run-requests\"}")
                    .doesNotContain(run.runId().toString()));
        }
    }

    @Test
    void nobodyWithoutAKeyMakesLabelsUp() {
        HostileRequests.makeNoLabelsUp(RestAssured.port);
    }
}
