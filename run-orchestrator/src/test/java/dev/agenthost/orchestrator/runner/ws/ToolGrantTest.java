package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tools of a run's grant and their calls later: a change to the catalogue is in effect at once. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ToolGrantTest extends ToolCase {
    @Test
    void aRunWithAnUnavailableServerLacksOnlyItsTools() {
        mcp.isAway = true;

        grant(server + "/*", "no-such-server/*", "bare");

        assertThat(shown()).isEmpty();
        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("unauthorized");
    }

    @Test
    void aSilentServerDoesNotDelayTheRun() {
        replace(http(mcp.url(), ",\"description\":\"another\"")).statusCode(200);
        mcp.tools = List.of();
        mcp.listHangs = true;

        grant(server + "/*");

        assertThat(shown()).isEmpty();
    }

    @Test
    void usesTheLastListWhileAServerIsUnavailable() {
        grant(server + "/*");
        assertThat(shown()).hasSize(2);
        mcp.isAway = true;

        grant(server + "/*");

        assertThat(shown()).hasSize(2);
        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("runtime_error");
    }

    @Test
    void doesNotGrantAMissingTool() {
        grant(server + "/add", server + "/no-such");

        assertThat(shown().findValuesAsText("tool_name")).containsExactly(name("add"));
    }

    @Test
    void grantsAToolOfTheConfiguration() {
        aPluginThatIs(runner -> ((ObjectNode) runner.at("/manifest/manifest/spec"))
                .set("config", json("[{\"name\":\"tools\",\"type\":\"tools-selector\"}]")));
        ObjectNode config = json("{\"tools\":[\"" + server + "/add\"]}").deepCopy();
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config),
                1,
                Instant.now().plusSeconds(60)));

        assertThat(shown().findValuesAsText("tool_name")).containsExactly(name("add"));
        assertThat(result("add", "{\"a\":1,\"b\":1}")
                        .at("/structured_content/sum")
                        .intValue())
                .isEqualTo(2);
    }

    @Test
    void anotherWorkspacesServerDoesNotExist() {
        as("key-one").delete("/api/v1/mcp-servers/" + server).then().statusCode(204);
        keep("key-two", http(mcp.url(), "")).statusCode(201);

        grant(server + "/*");

        assertThat(shown()).isEmpty();
        assertThat(mcp.requests).isEmpty();
    }

    @Test
    void doesNotCallADisabledOrDeletedServer() {
        grant(server + "/add");
        replace(http(mcp.url(), ",\"enabled\":false")).statusCode(200);
        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("not_found");

        as("key-one").delete("/api/v1/mcp-servers/" + server).then().statusCode(204);
        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("not_found");
        assertThat(mcp.requests("tools/call")).isEmpty();
    }

    @Test
    void callsAServerAtItsNewAddress() {
        grant(server + "/add");
        try (ScriptedMcp other = new ScriptedMcp()) {
            replace(http(other.url(), "")).statusCode(200);

            assertThat(result("add", "{\"a\":1,\"b\":1}")
                            .at("/structured_content/sum")
                            .intValue())
                    .isEqualTo(2);
            assertThat(mcp.requests("tools/call")).isEmpty();
            assertThat(other.requests("tools/call")).hasSize(1);
        }
    }

    @Test
    void aToolOfAProgramAnswers() {
        replace("{\"kind\":\"stdio\",\"command\":\"scripted\"}").statusCode(200);
        as("key-one")
                .get("/api/v1/mcp-servers/" + server + "/tools")
                .then()
                .statusCode(200)
                .body("tools[0].id", equalTo(server + "/who"));

        grant(server + "/*");

        JsonNode environment = result("who", "{}").path("structured_content");
        assertThat(environment.path("variables")).isEqualTo(json("[\"GREETING\",\"SECRET\"]"));
        assertThat(environment.path("length").intValue()).isEqualTo(ModelCase.SECRET.length());
        assertThat(environment.toString()).doesNotContain(ModelCase.SECRET);
    }

    @Test
    void aRunWaitsForAProgramThatHasToBeStarted() {
        replace("{\"kind\":\"stdio\",\"command\":\"slow\"}").statusCode(200);

        grant(server + "/*");

        assertThat(shown().findValuesAsText("tool_name")).containsExactly(name("who"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.0.0.1/mcp", "http://169.254.169.254/mcp", "http://[::1]:1/mcp"})
    void doesNotCallAnInternalAddress(String url) {
        replace(http(url, "")).statusCode(200);

        as("key-one")
                .get("/api/v1/mcp-servers/" + server + "/tools")
                .then()
                .statusCode(502)
                .body("detail", containsString("may not be called"));
        grant(server + "/*");
        assertThat(shown()).isEmpty();
    }
}
