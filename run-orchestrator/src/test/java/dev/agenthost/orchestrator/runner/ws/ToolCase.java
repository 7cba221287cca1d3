package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A run whose binding names tools of a scripted MCP server. */
abstract class ToolCase extends HostApiCase {
    final ScriptedMcp mcp = new ScriptedMcp();
    /** Another in each test, so that nothing is remembered of it. */
    final String server = "s" + UUID.randomUUID().toString().substring(0, 8);

    @BeforeEach
    void aServerIsCatalogued() {
        keep("key-one", http(mcp.url(), "")).statusCode(201);
    }

    @AfterEach
    void itStops() {
        as("key-one").delete("/api/v1/mcp-servers/" + server);
        as("key-two").delete("/api/v1/mcp-servers/" + server);
        mcp.close();
    }

    String http(String url, String more) {
        return "{\"server_id\":\"" + server + "\",\"kind\":\"http\",\"url\":\"" + url + "\"" + more + "}";
    }

    ValidatableResponse keep(String key, String body) {
        return as(key).contentType("application/json")
                .body(body)
                .post("/api/v1/mcp-servers")
                .then();
    }

    ValidatableResponse replace(String body) {
        return as("key-one")
                .contentType("application/json")
                .header("If-Match", "*")
                .body(body)
                .put("/api/v1/mcp-servers/" + server)
                .then();
    }

    static io.restassured.specification.RequestSpecification as(String key) {
        return given().header("Authorization", "Bearer " + key);
    }

    /** The run begins anew, its binding naming these. */
    void grant(String... tools) {
        grant(Instant.now().plusSeconds(60), tools);
    }

    void grant(Instant deadline, String... tools) {
        execution.close();
        ResourcePolicy granted = new ResourcePolicy(
                List.of(),
                List.of(tools),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("history", "events", "state", "artifacts"),
                null);
        ClaimedRun claimed = ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        granted,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                deadline);
        start(claimed);
    }

    JsonNode shown() {
        return runRequest.at("/data/context/resources/tools");
    }

    String name(String tool) {
        return server + "__" + tool;
    }

    String call(String tool, String parameters) {
        return "{\"tool_name\":\"" + name(tool) + "\",\"parameters\":" + parameters + "}";
    }

    JsonNode result(String tool, String parameters) {
        JsonNode answer = served("call_tool", call(tool, parameters));
        assertThat(answer.has("result")).as(answer.toString()).isTrue();
        return answer.path("result");
    }
}
