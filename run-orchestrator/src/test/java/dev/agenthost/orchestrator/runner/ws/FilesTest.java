package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the files of a binding: their properties in the run context, and their bytes. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class FilesTest extends HostApiCase {
    private static final String LOGO = "{\"file_key\":\"logo.png\"}";

    @AfterEach
    void nothingIsKnown() {
        FakeContextStore.KNOWN.clear();
        FakeContextStore.FILE = "YWJj";
    }

    @Test
    void aRunWithoutFilesRequestsAndReadsNone() {
        JsonNode question = FakeContextStore.requests("/run-context").getLast();
        assertThat(question.has("files") || question.has("skills")).isFalse();
        assertThat(refused("get_config_file", LOGO)).isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/files/read")).isEmpty();
    }

    @Test
    void theRunContextHasTheExistingFiles() {
        known(
                "{\"file_key\":\"logo.png\",\"name\":\"Logo.png\",\"mime_type\":\"image/png\",\"size\":7,\"purpose\":\"config\"}",
                "{\"file_key\":\"paper.pdf\",\"name\":\"P.pdf\",\"mime_type\":\"application/pdf\",\"size\":9,\"purpose\":\"knowledge\"}",
                "{\"file_key\":\"uninvited\",\"name\":\"U\",\"mime_type\":\"text/plain\",\"size\":1,\"purpose\":\"config\"}");
        startWith(List.of("config"), "logo.png", "paper.pdf", "gone.txt");

        assertThat(FakeContextStore.requests("/run-context").getLast().path("files"))
                .isEqualTo(json("[\"logo.png\",\"paper.pdf\",\"gone.txt\"]"));
        assertThat(runRequest.at("/data/context/resources/files"))
                .as("what is there, for what it is for and the runner asked for")
                .isEqualTo(json("[{\"file_key\":\"logo.png\",\"name\":\"Logo.png\",\"mime_type\":\"image/png\","
                        + "\"size\":7,\"operations\":[\"config\"],"
                        + "\"file_id\":\"logo.png\",\"file_name\":\"Logo.png\",\"source\":\"config\"}]"));
        served("get_config_file", LOGO);
        for (String other : List.of("paper.pdf", "gone.txt", "uninvited")) {
            assertThat(refused("get_config_file", "{\"file_key\":\"" + other + "\"}"))
                    .isEqualTo("unauthorized");
        }
        assertThat(FakeContextStore.requests("/files/read")).hasSize(1);
    }

    @Test
    void readsAllBytesForTheGrantedPurpose() {
        FakeContextStore.FILE = "A".repeat(FileLimits.BYTES / 3 * 4);
        startWith(List.of("config", "knowledge"), "logo.png");

        assertThat(served("get_config_file", LOGO).path("file_base64").textValue())
                .isEqualTo(FakeContextStore.FILE);
        JsonNode question = FakeContextStore.requests("/files/read").getFirst();
        assertThat(question.path("workspace_id").asText()).isEqualTo("ws-1");
        assertThat(question.path("file_key").asText()).isEqualTo("logo.png");
        assertThat(question.path("purposes")).isEqualTo(json("[\"config\",\"knowledge\"]"));
    }

    @Test
    void refusesInvalidArgumentsBeforeAnyRequest() {
        startWith(List.of("config"), "logo.png");
        for (String bad : List.of(
                "{}",
                "{\"file_key\":7}",
                "{\"file_key\":\"\"}",
                "{\"file_key\":\"../logo.png\"}",
                "{\"file_key\":\"a..b\"}",
                "{\"file_key\":\"a\\u0000\"}",
                "{\"file_key\":\"" + "a".repeat(256) + "\"}")) {
            assertThat(refused("get_config_file", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.requests("/files/read")).isEmpty();
    }

    @Test
    void aDeletedFileIsNotFound() {
        startWith(List.of("config"), "logo.png");
        FakeContextStore.TROUBLE.put("/internal/v1/files/read", new FakeContextStore.Problem(404, "not_found"));

        assertThat(refused("get_config_file", LOGO)).isEqualTo("not_found");
    }

    @Test
    void retriesUntilContextStoreResponds() throws Exception {
        startWith(List.of("config"), "logo.png");
        FakeContextStore.TROUBLE.put("/internal/v1/files/read", new FakeContextStore.Problem(500, "runtime_error"));
        Thread back = Thread.ofVirtual().start(() -> {
            eventually(() -> FakeContextStore.requests("/files/read").size() > 1);
            FakeContextStore.TROUBLE.clear();
        });

        assertThat(served("get_config_file", LOGO).path("file_base64").textValue())
                .isEqualTo("YWJj");
        back.join();
    }

    @Test
    void readsAFileOfTheConfiguration() {
        startAgain(List.of("config"), ResourcePolicy.defaults(), "logo.png");

        served("get_config_file", LOGO);
        assertThat(FakeContextStore.requests("/files/read").getLast().path("purposes"))
                .isEqualTo(json("[\"config\"]"));
    }

    private static void known(String... files) {
        FakeContextStore.KNOWN.put("files", json("[" + String.join(",", files) + "]"));
    }

    private void startWith(List<String> permissions, String... files) {
        startAgain(
                permissions,
                new ResourcePolicy(
                        List.of(), List.of(), List.of(), List.of(), List.of(files), List.of(), List.of(), null),
                "none");
    }

    /** With a plugin that declares the permission and has a file in its form. */
    private void startAgain(List<String> permissions, ResourcePolicy policy, String chosen) {
        execution.close();
        plugin.close();
        eventually(() -> executor.room().isEmpty());
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        ObjectNode container = PluginRecording.container().deepCopy();
        registration.put("max_message_bytes", SdkGeneration.MOST_BYTES);
        mayAsk(registration.at("/plugin_container/components/0"), permissions);
        mayAsk(container.at("/components/0"), permissions);
        plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY, registration, container);
        eventually(() -> room() == 128);
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        if (!chosen.equals("none")) {
            config.putObject("logo").put("file_key", chosen);
        }
        BindingSnapshot binding =
                ClaimedRuns.binding(policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), config);
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));
    }

    private static void mayAsk(JsonNode component, List<String> permissions) {
        ObjectNode spec = (ObjectNode) component.at("/manifest/manifest/spec");
        permissions.forEach(((ObjectNode) spec.path("permissions")).putArray("files")::add);
        spec.putArray("config").addObject().put("name", "logo").put("type", "file");
    }
}
