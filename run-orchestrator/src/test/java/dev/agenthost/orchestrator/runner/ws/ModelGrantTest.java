package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.RetryPolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A run learns its models when it begins, and they stay the same. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ModelGrantTest extends ModelCase {
    @Test
    void theRunContextHasExistingModelsAndTheirWindows() {
        put("m-1", "chat", ",\"context_window\":8192");
        again(RetryPolicy.NEVER, 1);

        assertThat(shown().findValuesAsText("model_id")).containsExactly("m-1", "rr-1", "m-keyless");
        assertThat(shown().get(0)).isEqualTo(json("""
                        {"model_id":"m-1","model_type":"chat","provider":"127.0.0.1","operations":["invoke","stream"],
                         "model_name":"small","context_window":8192}"""));
        assertThat(shown().get(1)).isEqualTo(json("""
                        {"model_id":"rr-1","model_type":"rerank","provider":"127.0.0.1","operations":["rerank"],
                         "model_name":"small"}"""));
        assertThat(runRequest.toString()).doesNotContain(models.url()).doesNotContain(SECRET);
    }

    @Test
    void aModelDisabledDuringTheRunIsNotFound() {
        put("m-1", "chat", ",\"enabled\":false");
        assertThat(error(invoke("m-1"))).isEqualTo("not_found");

        put("m-1", "rerank", "");
        assertThat(error(invoke("m-1"))).isEqualTo("invalid_argument");

        given().header("Authorization", "Bearer key-one").delete("/api/v1/models/m-1");
        assertThat(error(invoke("m-1"))).isEqualTo("not_found");
        assertThat(models.requests).isEmpty();
    }

    @Test
    void anotherWorkspacesModelDoesNotExist() {
        given().header("Authorization", "Bearer key-one").delete("/api/v1/models/m-1");
        given().header("Authorization", "Bearer key-two")
                .contentType("application/json")
                .body("{\"model_id\":\"m-1\"," + document("chat", "").substring(1))
                .post("/api/v1/models")
                .then()
                .statusCode(201);
        try {
            again(RetryPolicy.NEVER, 1);

            assertThat(shown().findValuesAsText("model_id")).doesNotContain("m-1");
            assertThat(error(invoke("m-1"))).isEqualTo("unauthorized");
        } finally {
            given().header("Authorization", "Bearer key-two").delete("/api/v1/models/m-1");
        }
    }

    /** The grant of the first beginning is the grant of the run. */
    @Test
    void aRetryHasTheModelsOfTheFirstAttempt() {
        put("m-1", "chat", ",\"context_window\":8192");
        again(RetryPolicy.RESUMABLE, 1);
        JsonNode first = shown();
        put("m-1", "chat", ",\"context_window\":16384");

        again(RetryPolicy.RESUMABLE, 2);

        assertThat(first.at("/0/context_window").intValue()).isEqualTo(8192);
        assertThat(shown()).isEqualTo(first);
    }

    private JsonNode shown() {
        return runRequest.at("/data/context/resources/models");
    }

    private void put(String id, String kind, String more) {
        given().header("Authorization", "Bearer key-one")
                .header("If-Match", "*")
                .contentType("application/json")
                .body(document(kind, more))
                .put("/api/v1/models/" + id)
                .then()
                .statusCode(200);
    }

    private String document(String kind, String more) {
        return "{\"kind\":\"" + kind + "\",\"provider\":{\"base_url\":\"" + models.url() + "\"},\"model\":\"small\""
                + more + "}";
    }

    /** Another run begins, or where it is a later attempt, the same one. */
    private void again(RetryPolicy retry, int attempt) {
        execution.close();
        BindingSnapshot bound = run.binding();
        BindingSnapshot binding = new BindingSnapshot(
                bound.bindingId(),
                bound.bindingVersion(),
                bound.agentId(),
                bound.agentVersion(),
                bound.runnerId(),
                bound.runnerConfig(),
                bound.resourcePolicy(),
                bound.statePolicy(),
                bound.deliveryPolicy(),
                bound.turnPolicy(),
                retry,
                bound.deadlinePolicy());
        EventEnvelope event =
                attempt == 1 ? ClaimedRuns.message() : run.resolution().event();
        start(ClaimedRuns.claimed(event, binding, attempt, Instant.now().plusSeconds(60)));
    }
}
