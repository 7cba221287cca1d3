package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.Pictures;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the icon of a plugin: sent in chunks over its socket and returned by REST. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class PluginIconOverSocketTest extends SocketCase {
    private static final String PATH = "/api/v1/runners/peer/pictured/icon";

    @Test
    void theIconIsVisibleInItsWorkspace() {
        byte[] picture = Pictures.png(40_000);
        try (ScriptedPlugin plugin = pictured()) {
            plugin.showIcon(picture);
            eventually(() -> icon("key-looker", PATH).statusCode() == 200);

            Response response = icon("key-looker", PATH);
            assertThat(response.asByteArray()).isEqualTo(picture);
            assertThat(response.header("Content-Type")).isEqualTo("image/png");
            assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(response.header("Content-Security-Policy")).contains("sandbox");
            assertThat(known(response.header("ETag")).statusCode()).isEqualTo(304);
            assertThat(known("\"another\", W/" + response.header("ETag")).statusCode())
                    .isEqualTo(304);
            assertThat(known("\"another\"").statusCode()).isEqualTo(200);
            assertThat(runners().getString("runners[0].icon")).isEqualTo(PATH);

            for (String other : List.of(
                    "/api/v1/runners/peer/probe-runner/icon",
                    "/api/v1/runners/peer/picture/icon",
                    "/api/v1/runners/peer%2Fpictured/default/icon",
                    "/api/v1/runners/peer/pictured%00/icon")) {
                assertThat(icon("key-one", other).statusCode()).as(other).isEqualTo(404);
            }
            assertThat(icon("key-two", PATH).statusCode()).isEqualTo(404);
            assertThat(icon("key-two", PATH).asString())
                    .isEqualTo(icon("key-two", "/api/v1/runners/a/b/icon").asString());
            assertThat(icon("nobody", PATH).statusCode()).isEqualTo(401);
        }
        eventually(() -> icon("key-one", PATH).statusCode() == 404);
    }

    @Test
    void requestsTheIconAgainOnRefresh() {
        try (ScriptedPlugin plugin = pictured()) {
            plugin.showIcon(Pictures.png(100));
            eventually(() -> icon("key-one", PATH).statusCode() == 200);

            refresh();
            plugin.answer(plugin.next("get_plugin_container"), ScriptedPlugin.pictured("peer", "pictured"));
            plugin.showIcon(Pictures.jpeg(200));
            eventually(() -> "image/jpeg".equals(icon("key-one", PATH).header("Content-Type")));

            refresh();
            plugin.answer(plugin.next("get_plugin_container"), ScriptedPlugin.container("peer", "pictured"));
            eventually(() -> icon("key-one", PATH).statusCode() == 404);
            assertThat(runners().getString("runners[0].icon")).isNull();
        }
    }

    @Test
    void anInvalidIconDoesNotHideTheRunner() {
        try (ScriptedPlugin plugin = pictured();
                ScriptedPlugin other = pictured()) {
            plugin.showIcon("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".getBytes());
            other.showIcon(Pictures.gif(300));
            eventually(() -> icon("key-one", PATH).statusCode() == 200);

            assertThat(icon("key-one", PATH).header("Content-Type")).isEqualTo("image/gif");
            assertThat(runners().getInt("runners[0].connected")).isEqualTo(2);
            assertThat(plugin.call("get_langbot_version", json("{}"))
                            .path("code")
                            .intValue())
                    .isZero();
        }
    }

    @Test
    void refusesInvalidChunksAndKeepsTheConnection() {
        try (ScriptedPlugin plugin = pictured()) {
            JsonNode question = plugin.next("get_plugin_icon");
            List<FileChunk> pieces = FileChunk.split(new FileKey("file"), Pictures.png(40_000));
            assertThat(code(plugin, pieces.get(1).write())).isEqualTo(1);
            assertThat(code(plugin, pieces.get(0).write())).isZero();
            assertThat(code(plugin, pieces.get(2).write())).isEqualTo(1);
            assertThat(code(plugin, pieces.get(0).write().put("file_key", "../file")))
                    .isEqualTo(1);
            assertThat(code(plugin, json("[]"))).isEqualTo(1);
            plugin.answer(question, json("{\"plugin_icon_file_key\":\"file\",\"mime_type\":\"image/png\"}"));

            assertThat(plugin.call("get_langbot_version", json("{}"))
                            .path("code")
                            .intValue())
                    .isZero();
            eventually(() -> runners().getInt("runners.size()") == 1);
            assertThat(runners().getString("runners[0].icon")).isNull();
        }
    }

    private static int code(ScriptedPlugin plugin, JsonNode piece) {
        return plugin.call(FileChunk.ACTION, piece).path("code").intValue();
    }

    private ScriptedPlugin pictured() {
        return ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                RunnerHalf.KEY,
                ScriptedPlugin.registration("peer", "pictured", RunnerHalf.KEY),
                ScriptedPlugin.pictured("peer", "pictured"));
    }

    private Response icon(String key, String path) {
        return RestAssured.given()
                .port(address.getPort())
                .urlEncodingEnabled(false)
                .header("Authorization", "Bearer " + key)
                .get(path);
    }

    private Response known(String tag) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer key-one")
                .header("If-None-Match", tag)
                .get(PATH);
    }

    private void refresh() {
        RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer key-one")
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
