package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RunnerHalf.class)
class HandshakeTest extends SocketCase {

    @Test
    void asksWhatTheRecordedHostAsked() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.ask("register_plugin", registration(RunnerHalf.KEY));
            JsonNode answer = plugin.next();
            JsonNode initialize = plugin.next();
            plugin.answer(initialize, json("{}"));
            JsonNode describe = plugin.next();

            assertThat(answer.path("code").intValue()).isZero();
            assertThat(answer.path("data")).isEqualTo(json("{}"));
            JsonNode recorded = PluginRecording.fromHost("initialize_plugin");
            assertThat(initialize.path("action")).isEqualTo(recorded.path("action"));
            assertThat(initialize.path("data")).isEqualTo(recorded.path("data"));
            assertThat(initialize.path("context"))
                    .isEqualTo(
                            json(
                                    "{\"instance_uuid\":\"agenthost\",\"workspace_uuid\":\"ws-1\",\"placement_generation\":1}"));
            assertThat(((ObjectNode) describe).remove("seq_id").isIntegralNumber())
                    .isTrue();
            ObjectNode expected =
                    PluginRecording.fromHost("get_plugin_container").deepCopy();
            expected.remove("seq_id");
            assertThat(describe).isEqualTo(expected);
        }
    }

    @Test
    void refusesAWrongKey() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            JsonNode answer = plugin.call("register_plugin", registration("wrong"));

            assertThat(answer.path("code").intValue()).isEqualTo(1);
            assertThat(plugin.closed()).isEqualTo((short) 4401);
            assertThat(executor.room()).isEmpty();
        }
    }

    @Test
    void refusesAPluginThatTheKeyMayNotRegister() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            JsonNode answer = plugin.call("register_plugin", registration(RunnerHalf.OTHER_KEY));

            assertThat(answer.path("code").intValue()).isEqualTo(1);
            assertThat(plugin.closed()).isEqualTo((short) 4403);
        }
    }

    @Test
    void refusesAPluginThatDescribesItselfAsAnother() {
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        try (ScriptedPlugin plugin = ScriptedPlugin.ready(
                vertx, address.getPort(), RunnerHalf.KEY, registration, ScriptedPlugin.container("acme", "bot"))) {
            assertThat(plugin.closed()).isEqualTo((short) 4403);
            eventually(() -> runners("key-one").getInt("refused.size()") == 1);
            assertThat(runners("key-one").getString("refused[0].plugin")).isEqualTo("peer/probe-runner");
            assertThat(runners("key-one").getString("refused[0].runner")).isEqualTo("*");
            assertThat(runners("key-one").getString("refused[0].reason")).isNotBlank();
        }
        try (ScriptedPlugin better = ready()) {
            eventually(() -> runners("key-one").getInt("refused.size()") == 0);
        }
    }

    @Test
    void aDescriptionThatFailsLaterIsShownAndTheOneBeforeCounts() {
        try (ScriptedPlugin plugin = ready()) {
            eventually(() -> runners("key-one").getInt("runners.size()") == 1);
            RestAssured.given()
                    .port(address.getPort())
                    .header("Authorization", "Bearer key-one")
                    .post("/api/v1/runners/refresh")
                    .then()
                    .statusCode(202);
            JsonNode runRequest = plugin.next("get_plugin_container");
            plugin.answer(runRequest, ScriptedPlugin.container("acme", "bot"));

            eventually(() -> runners("key-one").getInt("refused.size()") == 1);
            assertThat(runners("key-one").getString("refused[0].reason")).contains("acme/bot");
            assertThat(runners("key-one").getInt("runners.size()")).isEqualTo(1);
        }
        eventually(() -> runners("key-one").getInt("refused.size()") == 0);
    }

    @Test
    void theDescriptorKeepsTheVersionAndTheRawManifestOfThePlugin() {
        try (ScriptedPlugin plugin = ready()) {
            eventually(() -> runners("key-one").getInt("runners.size()") == 1);

            assertThat(runners("key-one").getMap("runners[0].plugin"))
                    .isEqualTo(Map.of("author", "peer", "name", "probe-runner", "version", "0.1.0"));
            String raw = manifest("key-one").statusCode(200).extract().asString();
            assertThat(json(raw)).isEqualTo(PluginRecording.container().at("/components/0/manifest/manifest"));
            manifest("key-two").statusCode(404);
        }
    }

    private ValidatableResponse manifest(String key) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + key)
                .get("/api/v1/runners/peer/probe-runner/default/manifest")
                .then();
    }

    @Test
    void refusesAPluginWithoutAName() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.ask("register_plugin", json("{\"plugin_debug_key\":\"" + RunnerHalf.KEY + "\"}"));

            assertThat(plugin.next().path("code").intValue()).isEqualTo(1);
            assertThat(plugin.closed()).isEqualTo((short) 4400);
        }
    }

    @Test
    void takesTheKeyFromEitherHeaderToo() {
        for (Map<String, String> header : java.util.List.of(
                Map.of("Authorization", "Bearer " + RunnerHalf.KEY),
                Map.of("X-LangBot-Plugin-Debug-Key", RunnerHalf.KEY))) {
            try (ScriptedPlugin plugin = dial(header)) {
                assertThat(plugin.call("register_plugin", registration(""))
                                .path("code")
                                .intValue())
                        .isZero();
            }
        }
    }

    @Test
    void servesNothingBeforeTheRegistration() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            assertThat(plugin.call("__ping", json("{}")).at("/data/pong").asText())
                    .isEqualTo("pong");
            assertThat(plugin.call("get_langbot_version", json("{}"))
                            .path("code")
                            .intValue())
                    .isEqualTo(1);
            assertThat(plugin.closed()).isEqualTo((short) 4400);
        }
    }

    @Test
    void endsAHandshakeThatTakesTooLong() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            assertThat(plugin.closed()).isEqualTo((short) 4408);
        }
    }

    @Test
    void endsAHandshakeThatThePluginFails() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.ask("register_plugin", registration(RunnerHalf.KEY));
            plugin.next();
            plugin.fail(plugin.next("initialize_plugin"), "ImportError: no module");

            assertThat(plugin.closed()).isEqualTo((short) 4400);
        }
    }

    @Test
    void ignoresWhatIsNoFrameAndGoesOn() {
        try (ScriptedPlugin plugin = ready()) {
            for (String noise : java.util.List.of(
                    "", "nonsense", "[]", "7", "{}", "{\"seq_id\":1}", "{\"seq_id\":1,\"code\":0,\"data\":{}}")) {
                plugin.raw(noise);
            }
            assertThat(plugin.call("get_langbot_version", json("{}"))
                            .at("/data/version")
                            .asText())
                    .isEqualTo("v4.11.0");
        }
    }

    @Test
    void takesAMessageInPiecesAndForgetsHalfOne() {
        try (ScriptedPlugin plugin = dial(Map.of());
                ScriptedPlugin other = ready()) {
            String registration =
                    "{\"seq_id\":7,\"action\":\"register_plugin\",\"data\":" + registration(RunnerHalf.KEY) + "}";
            plugin.pieces(
                    true, registration.substring(0, 10), registration.substring(10, 11), registration.substring(11));
            assertThat(plugin.answerTo(7).path("code").intValue()).isZero();

            plugin.pieces(false, "{\"seq_id\":8,\"action\":\"__p", "ing\",");
            plugin.leave();

            assertThat(plugin.closed()).isEqualTo((short) 1000);
            assertThat(other.call("__ping", json("{}")).at("/data/pong").asText())
                    .isEqualTo("pong");
        }
    }

    @Test
    void whoeverAsksForNoSocketFindsNothing() {
        RestAssured.given().port(address.getPort()).get("/runner/ws").then().statusCode(404);
    }

    @Test
    void endsAConnectionThatSendsMoreThan16MiBAtOnce() {
        try (ScriptedPlugin plugin = ready()) {
            plugin.raw("{\"seq_id\":1,\"code\":0,\"data\":\"" + "x".repeat(17 << 20) + "\"}");

            assertThat(plugin.closed()).isNotZero();
        }
    }

    @Test
    void noticesAPeerThatShowsNoSignOfLife() {
        try (ScriptedPlugin plugin = ready()) {
            plugin.deafen();

            eventually(() -> executor.room().isEmpty());
        }
    }

    @Test
    void showsWhoIsConnectedToThoseWhomTheyMayServe() {
        try (ScriptedPlugin one = ready();
                ScriptedPlugin two = ready()) {
            eventually(() -> runners("key-one").getInt("runners.size()") == 1
                    && runners("key-one").getInt("runners[0].connected") == 2);

            JsonPath listed = runners("key-one");
            assertThat(listed.getString("runners[0].id")).isEqualTo(ClaimedRuns.PROBE.toString());
            assertThat(listed.getString("runners[0].source")).isEqualTo("plugin");
            assertThat(listed.getString("runners[0].label.en_US")).isEqualTo("Wire probe");
            assertThat(listed.getBoolean("runners[0].capabilities.streaming")).isTrue();
            assertThat(listed.getList("runners[0].permissions.history")).hasSize(2);
            assertThat(listed.getList("runners[0].config_schema")).isEmpty();
            assertThat(listed.getInt("runners[0].free")).isEqualTo(256);
            assertThat(listed.getList("runners[0].connections.room")).isEqualTo(List.of(128, 128));
            assertThat(listed.getList("refused")).isEmpty();
            assertThat(runners("key-two").getInt("runners.size()")).isZero();

            ExecutedRun execution = new CollectingSink().execute(executor, ClaimedRuns.claimed());
            eventually(() -> runners("key-one").getInt("runners[0].free") == 255);
            execution.close();
        }
        eventually(() -> runners("key-one").getInt("runners.size()") == 0);
        RestAssured.given()
                .port(address.getPort())
                .get("/api/v1/runners")
                .then()
                .statusCode(401);
    }

    @Test
    void aRunnerThatCannotBeUsedIsShownWithItsReasonAndHidesNoOther() {
        ObjectNode container = ScriptedPlugin.container("peer", "probe-runner");
        ObjectNode bad = container.at("/components/0").deepCopy();
        ((ObjectNode) bad.at("/manifest/manifest/metadata")).put("name", "broken");
        ((ObjectNode) bad.at("/manifest/manifest/spec"))
                .putObject("permissions")
                .putArray("galaxy");
        ((ArrayNode) container.path("components")).insert(0, bad);

        try (ScriptedPlugin plugin = ScriptedPlugin.ready(
                vertx, address.getPort(), RunnerHalf.KEY, registration(RunnerHalf.KEY), container)) {
            eventually(() -> runners("key-one").getInt("refused.size()") == 1);

            JsonPath listed = runners("key-one");
            assertThat(listed.getString("refused[0].plugin")).isEqualTo("peer/probe-runner");
            assertThat(listed.getString("refused[0].runner")).isEqualTo("broken");
            assertThat(listed.getString("refused[0].reason")).contains("galaxy");
            assertThat(listed.getInt("refused[0].connected")).isEqualTo(1);
            assertThat(listed.getString("runners[0].id")).isEqualTo(ClaimedRuns.PROBE.toString());
            assertThat(runners("key-two").getList("refused")).isEmpty();
        }
        eventually(() -> runners("key-one").getInt("refused.size()") == 0);
    }

    private JsonPath runners(String key) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + key)
                .get("/api/v1/runners")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private ScriptedPlugin dial(Map<String, String> headers) {
        return ScriptedPlugin.dial(vertx, address.getPort(), headers);
    }

    private static ObjectNode registration(String key) {
        return ScriptedPlugin.registration("peer", "probe-runner", key);
    }
}
