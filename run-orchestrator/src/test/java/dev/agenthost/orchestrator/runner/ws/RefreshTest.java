package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.Test;

/** A plugin that is connected is asked once more what it is, when somebody wants it. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class RefreshTest extends HostApiCase {
    @Test
    void whatAPluginSaysNowIsWhatIsListedAndItsRunsGoOn() {
        refresh("key-one");
        plugin.answer(plugin.next("get_plugin_container"), withAnother("second"));

        eventually(() -> runners().getList("runners.id").contains("plugin:peer/probe-runner/second"));
        assertThat(runners().getInt("runners.size()")).isEqualTo(2);
        served("state_set", "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}");

        refresh("key-one");
        plugin.answer(plugin.next("get_plugin_container"), PluginRecording.container());
        eventually(() -> runners().getInt("runners.size()") == 1);
        plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
        sink.ending();
    }

    @Test
    void aPluginThatCallsItselfAnotherIsNotBelieved() {
        refresh("key-one");
        plugin.answer(plugin.next("get_plugin_container"), ScriptedPlugin.container("acme", "bot"));
        refresh("key-one");
        plugin.fail(plugin.next("get_plugin_container"), "ImportError");
        refresh("key-one");
        plugin.answer(plugin.next("get_plugin_container"), withAnother("second"));

        eventually(() -> runners().getList("runners.id").contains("plugin:peer/probe-runner/second"));
        assertThat(runners().getList("runners.id"))
                .noneMatch(id -> id.toString().contains("acme"));
    }

    @Test
    void onlyPluginsThatMayServeTheWorkspaceAreAsked() {
        try (ScriptedPlugin other = ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                RunnerHalf.OTHER_KEY,
                ScriptedPlugin.registration("acme", "bot", RunnerHalf.OTHER_KEY),
                ScriptedPlugin.container("acme", "bot"))) {
            eventually(() -> runners().getInt("runners.size()") == 2);
            refresh("key-two");
            JsonNode question = other.next("get_plugin_container");

            assertThat(plugin.hasNothing()).isTrue();
            other.answer(question, ScriptedPlugin.container("acme", "bot"));
        }
        eventually(() -> runners().getInt("runners.size()") == 1);
    }

    private static ObjectNode withAnother(String name) {
        ObjectNode container = PluginRecording.container().deepCopy();
        ObjectNode another = container.at("/components/0").deepCopy();
        ((ObjectNode) another.at("/manifest/manifest/metadata")).put("name", name);
        ((ArrayNode) container.path("components")).add(another);
        return container;
    }

    private void refresh(String key) {
        RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + key)
                .post("/api/v1/runners/refresh")
                .then()
                .statusCode(202);
    }

    private JsonPath runners() {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer key-one")
                .get("/api/v1/runners")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }
}
