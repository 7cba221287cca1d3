package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.testkit.plugin.PluginRecording;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginTest {

    @Test
    void convertsTheRecordedContainer() {
        Plugin plugin = Plugin.read(PluginRecording.container());

        assertThat(plugin.refused()).isEmpty();
        assertThat(plugin.is("peer", "probe-runner")).isTrue();
        AgentRunnerManifest manifest = plugin.runners().getFirst().manifest();
        assertThat(manifest.id()).isEqualTo("plugin:peer/probe-runner/default");
        assertThat(manifest.label()).containsEntry("en_US", "Wire probe");
        assertThat(manifest.description()).containsKey("en_US");
        assertThat(manifest.capabilities().streaming()).isTrue();
        assertThat(manifest.capabilities().steering()).isTrue();
        assertThat(manifest.permissions().models()).containsExactly("invoke", "stream", "rerank");
        assertThat(manifest.metadata().path("plugin_author").asText()).isEqualTo("peer");
        assertThat(manifest.configSchema()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /manifest/manifest/spec/capabilities   | {"telepathy":true}
            /manifest/manifest/spec/capabilities   | {"streaming":"yes"}
            /manifest/manifest/spec/permissions    | {"models":["train"]}
            /manifest/manifest/spec/permissions    | {"galaxy":[]}
            /manifest/manifest/spec/config         | {"not":"a list"}
            /manifest/manifest/metadata/name       | "a/b"
            /manifest/manifest/metadata/name       | ""
            /manifest/manifest/metadata/id         | "plugin:peer/probe-runner/other"
            /manifest/manifest/metadata/label      | {}
            /manifest/manifest/metadata/label      | null
            """)
    void oneBadManifestIsSkippedAndHidesNoOther(String where, String description) {
        ObjectNode container = PluginRecording.container().deepCopy();
        ArrayNode components = (ArrayNode) container.get("components");
        ObjectNode bad = components.get(0).deepCopy();
        int cut = where.lastIndexOf('/');
        ((ObjectNode) bad.at(where.substring(0, cut))).set(where.substring(cut + 1), tree(description));
        components.insert(0, bad);

        Plugin plugin = Plugin.read(container);

        assertThat(plugin.refused()).hasSize(1);
        assertThat(plugin.runners()).hasSize(1);
    }

    @Test
    void aHugeFormIsRefused() {
        ObjectNode container = PluginRecording.container().deepCopy();
        ObjectNode spec = (ObjectNode) container.at("/components/0/manifest/manifest/spec");
        spec.putArray("config")
                .addObject()
                .put("name", "a")
                .put("type", "string")
                .put("default", "x".repeat(256 * 1024));

        Plugin plugin = Plugin.read(container);

        assertThat(plugin.runners()).isEmpty();
        assertThat(plugin.refused()).singleElement().asString().contains("more than 256 KiB");
    }

    @Test
    void refusesTheSecondRunnerOfAName() {
        ObjectNode container = PluginRecording.container().deepCopy();
        ((ArrayNode) container.get("components"))
                .add(container.at("/components/0").deepCopy());

        Plugin plugin = Plugin.read(container);

        assertThat(plugin.runners()).hasSize(1);
        assertThat(plugin.refused()).hasSize(1);
    }

    @Test
    void otherComponentsAndTheManifestsOwnVersionAreIgnored() {
        ObjectNode container = PluginRecording.container().deepCopy();
        ObjectNode tool = container.at("/components/0").deepCopy();
        ((ObjectNode) tool.at("/manifest/manifest")).put("kind", "Tool");
        ((ArrayNode) container.get("components")).add(tool);
        ((ObjectNode) container.at("/components/0/manifest/manifest/spec")).put("protocol_version", "99");

        assertThat(Plugin.read(container).runners()).hasSize(1);
        assertThat(Plugin.read(container).refused()).isEmpty();
    }

    @Test
    void acceptsAMinimalManifest() {
        JsonNode container = tree("""
                {"manifest":{"manifest":{"metadata":{"author":"a","name":"b"}}},
                 "components":[{"manifest":{"manifest":{"kind":"AgentRunner","metadata":{"name":"default","label":{"en_US":"Default"},"delta_mode":"accumulated"}}}}]}""");

        List<RunnerDescriptor> runners = Plugin.read(container).runners();

        assertThat(runners).hasSize(1);
        assertThat(runners.getFirst().manifest().label()).containsEntry("en_US", "Default");
        assertThat(runners.getFirst().manifest().permissions().models()).isEmpty();
        assertThat(runners.getFirst().deltaMode()).isEqualTo("accumulated");
    }

    @Test
    void aManifestWithoutALabelIsRefused() {
        ObjectNode container = PluginRecording.container().deepCopy();
        ((ObjectNode) container.at("/components/0/manifest/manifest/metadata")).remove("label");

        Plugin plugin = Plugin.read(container);

        assertThat(plugin.runners()).isEmpty();
        assertThat(plugin.refused()).containsExactly(new RefusedRunner("default", "label is missing"));
    }

    @Test
    void theDescriptorKeepsThePluginsVersionTheRawManifestAndItsMetadata() {
        ObjectNode container = PluginRecording.container().deepCopy();
        ObjectNode metadata = (ObjectNode) container.at("/components/0/manifest/manifest/metadata");
        metadata.put("homepage", "https://example.invalid").put("plugin_author", "somebody else");

        RunnerDescriptor runner = Plugin.read(container).runners().getFirst();

        assertThat(runner.pluginVersion()).isEqualTo("0.1.0");
        assertThat(runner.rawManifest()).isEqualTo(container.at("/components/0/manifest/manifest"));
        assertThat(runner.manifest().metadata()).isEqualTo(tree("""
                                {"homepage":"https://example.invalid","plugin_author":"peer","plugin_name":"probe-runner",
                                 "runner_name":"default"}"""));
    }

    @Test
    void anInvalidContainerHasNoRunners() {
        for (String nonsense : List.of("{}", "[]", "3", "{\"components\":7}", "{\"components\":[1,null,{}]}")) {
            assertThat(Plugin.read(tree(nonsense)).runners()).isEmpty();
        }
    }

    private static JsonNode tree(String json) {
        try {
            return dev.agenthost.protocol.json.ProtocolCodec.readTree(json);
        } catch (dev.agenthost.protocol.json.UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
