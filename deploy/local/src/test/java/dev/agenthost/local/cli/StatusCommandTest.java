package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.client.WorkloadClient;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
    @TempDir
    Path directory;

    private BoxKeys keys;

    @BeforeEach
    void keys() throws Exception {
        keys = KeysFile.openOrMake(directory.resolve("keys.json"));
    }

    @Test
    void aBoxIsReadyWhenEveryProcessIs() throws Exception {
        assertThat(json(state(Phase.READY, true, true)).path("ready").asBoolean())
                .isTrue();
        assertThat(json(state(Phase.READY, true, false)).path("ready").asBoolean())
                .isFalse();
        assertThat(json(state(Phase.STARTING, true, true)).path("ready").asBoolean())
                .isFalse();
    }

    @Test
    void redrivenDeadLettersAreNotOpen() throws Exception {
        var counts = DeadLetterCounts.of(ProtocolCodec.mapper().readTree("""
                {"items":[
                  {"topic":"agent.events.dlq","reason":"invalid","records":6,"open":2,"started":1,"redriven":3},
                  {"topic":"agent.events.dlq","reason":"undecodable","records":1,"open":1,"started":0,"redriven":0},
                  {"topic":"agent.audit.dlq","reason":"invalid","records":4,"open":0,"started":0,"redriven":4}],
                 "incomplete_topics":[]}"""));

        assertThat(counts.text()).isEqualTo("4 open (agent.events.dlq 4), 7 redriven");
        assertThat(json(Optional.of(counts)).path("dead_letters").toString()).isEqualTo("{\"agent.events.dlq\":4}");
        assertThat(new DeadLetterCounts(Map.of(), 1, false).text())
                .isEqualTo("none open, 1 redriven; of large topics only the newest are counted");
    }

    @Test
    void nothingStandsForDeadLettersThatAreUnknown() throws Exception {
        assertThat(json(Optional.empty()).path("dead_letters").isNull()).isTrue();
    }

    private ObjectNode json(Optional<DeadLetterCounts> deadLetters) throws Exception {
        return StatusJson.of(state(Phase.READY, true, true), keys, new WorkloadClient().read(Map.of()), deadLetters);
    }

    private ObjectNode json(BoxState state) throws Exception {
        return StatusJson.of(state, keys, new WorkloadClient().read(Map.of()), Optional.empty());
    }

    private static BoxState state(Phase phase, boolean... ready) {
        var processes = new ArrayList<ProcessState>();
        for (int i = 0; i < ready.length; i++) {
            processes.add(new ProcessState("service", i, 0, 1, ready[i], "2026-01-01T00:00:00Z", 0));
        }
        return new BoxState(phase, 1, "2026-01-01T00:00:00Z", 1, 2, 3, null, null, List.copyOf(processes));
    }
}
