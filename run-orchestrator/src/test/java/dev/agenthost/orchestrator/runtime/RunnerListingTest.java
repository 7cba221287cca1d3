package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunnerListingTest {
    @Test
    void readsTheRecordedEntries() {
        RunnerListing listed = read(RecordedRuntime.runners());

        assertThat(listed.refused()).isEmpty();
        assertThat(listed.runners())
                .extracting(runner -> runner.id().toString())
                .containsExactly("plugin:acme/answers/default", "plugin:acme/assistant/default");
        assertThat(listed.runners().getLast().manifest().permissions().models()).contains("count_tokens");
        assertThat(listed.runners().getLast().manifest().configSchema()).hasSize(2);
        assertThat(listed.runners().getFirst().manifest().label()).containsEntry("en_US", "Answers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /manifest/capabilities | {"telepathy":true}       | telepathy
            /manifest/capabilities | {"streaming":"yes"}      | streaming
            /manifest/permissions  | {"models":["train"]}     | models
            /manifest/permissions  | {"galaxy":[]}            | galaxy
            /manifest/id           | "plugin:qa/x/default"    | calls itself
            /manifest/name         | "other"                  | other
            /manifest/label        | null                     | label
            /manifest/label        | {}                       | label
            /manifest              | null                     | null
            /manifest              | 3                        | ''
            /runner_name           | "a/b"                    | slash
            /plugin_author         | ""                       | author
            """)
    void aBadManifestIsRefusedWithItsReasonAndHidesNoOther(String where, String what, String why) {
        ObjectNode bad = ScriptedRuntime.entry("qa", "agent-runner", "broken");
        int cut = where.lastIndexOf('/');
        ((ObjectNode) bad.at(where.substring(0, cut))).set(where.substring(cut + 1), ScriptedRuntime.tree(what));

        RunnerListing listed = read(runners(bad, ScriptedRuntime.entry("qa", "agent-runner", "default")));

        assertThat(listed.runners())
                .extracting(runner -> runner.id().toString())
                .containsExactly("plugin:qa/agent-runner/default");
        assertThat(listed.refused()).hasSize(1);
        assertThat(listed.refused().getFirst().runner().reason()).isNotBlank().contains(why);
    }

    /** Spec 000 §4.1: the entry has a form and a description of its own. */
    @Test
    void theEntrysFormAndDescriptionCountWhereTheManifestHasNone() {
        ObjectNode entry = ScriptedRuntime.entry("qa", "agent-runner", "default");
        ((ObjectNode) entry.get("manifest")).putArray("config_schema");
        ((ObjectNode) entry.get("manifest")).putNull("description");
        entry.set("config", ScriptedRuntime.tree("[{\"name\":\"url\",\"type\":\"string\"}]"));
        entry.set("runner_description", ScriptedRuntime.tree("{\"en_US\":\"Answers\"}"));

        RunnerDescriptor runner = read(runners(entry)).runners().getFirst();

        assertThat(runner.manifest().configSchema()).singleElement().isEqualTo(entry.at("/config/0"));
        assertThat(runner.manifest().description()).containsEntry("en_US", "Answers");
        assertThat(runner.rawManifest()).isEqualTo(entry);
        assertThat(runner.pluginVersion()).isNull();
    }

    @Test
    void theSecondOfANameIsLeftOut() {
        JsonNode entry = ScriptedRuntime.entry("qa", "agent-runner", "default");

        RunnerListing listed = read(runners(entry, entry));

        assertThat(listed.runners()).hasSize(1);
        assertThat(listed.refused().getFirst().plugin()).isEqualTo("qa/agent-runner");
        assertThat(listed.refused().getFirst().runner().reason()).contains("twice");
    }

    @Test
    void aPluginThatTheSettingsDoNotNameRunsNothing() {
        RuntimeSettings some = new RuntimeSettings(
                "main",
                URI.create("ws://h"),
                "ws-1",
                null,
                SdkGeneration.LATER,
                WorkerPolicy.USUAL,
                "oss_dev",
                Set.of("qa/*"));

        RunnerListing listed = RunnerListing.read(
                runners(ScriptedRuntime.entry("qa", "a", "r"), ScriptedRuntime.entry("other", "a", "r")), some);

        assertThat(listed.runners()).hasSize(1);
        assertThat(listed.refused().getFirst().plugin()).isEqualTo("other/a");
    }

    @Test
    void whatIsNoListIsAnEmptyOne() {
        for (String data : new String[] {"{}", "{\"runners\":null}", "{\"runners\":\"none\"}", "[]"}) {
            assertThat(read(ScriptedRuntime.tree(data))).isEqualTo(RunnerListing.NONE);
        }
        assertThat(read(ScriptedRuntime.tree("{\"runners\":[null,3,\"x\"]}")).refused())
                .hasSize(3);
    }

    @Test
    void aThousandRunnersAreBelievedAndNotMore() {
        ArrayNode many = ScriptedRuntime.JSON.createArrayNode();
        for (int i = 0; i < 1_200; i++) {
            many.add(ScriptedRuntime.entry("qa", "crowd", "r" + i));
        }
        RunnerListing listed = read(ScriptedRuntime.JSON.createObjectNode().set("runners", many));

        assertThat(listed.runners()).hasSize(1_000);
        assertThat(listed.refused()).hasSize(1);
    }

    private static RunnerListing read(JsonNode data) {
        return RunnerListing.read(data, RuntimeSettingsTest.settings(SdkGeneration.LATER));
    }

    private static JsonNode runners(JsonNode... entries) {
        ObjectNode data = ScriptedRuntime.JSON.createObjectNode();
        ArrayNode runners = data.putArray("runners");
        for (JsonNode entry : entries) {
            runners.add(entry);
        }
        return data;
    }
}
