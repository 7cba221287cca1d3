package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** A plugin may declare anything: each of its runners is known by its computed id, or refused with a reason. */
class ManifestFuzzTest {
    @FuzzTest(maxDuration = "10s")
    void anyContainerIsReadAndNoRunnerIsOfAnotherPlugin(FuzzedDataProvider input) {
        JsonNode container;
        try {
            container = ProtocolCodec.readTree(input.consumeRemainingAsString());
        } catch (UndecodableException noJson) {
            return;
        }
        Plugin plugin = Plugin.read(container);
        plugin.runners().forEach(runner -> {
            assertThat(runner.id().toString())
                    .isEqualTo("plugin:" + plugin.author() + "/" + plugin.name() + "/"
                            + runner.manifest().name());
            ProtocolCodec.encode(runner.manifest());
        });
        plugin.refused().forEach(refused -> assertThat(refused.toString()).isNotBlank());
    }
}
