package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.client.WorkloadClient;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.KeysFile;
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
    void deadLettersStandByTopicAndNothingStandsForWhatIsUnknown() throws Exception {
        var state = state(Phase.READY, true, true);

        assertThat(StatusJson.of(state, keys, new WorkloadClient().read(Map.of()), Optional.of(LETTERS))
                        .at("/dead_letters/agent.events.dlq")
                        .asLong())
                .isEqualTo(2);
        assertThat(json(state).path("dead_letters").isNull()).isTrue();
        assertThat(WorkloadTable.deadLetters(Optional.of(LETTERS))).isEqualTo("2 (agent.events.dlq 2)");
        assertThat(WorkloadTable.deadLetters(Optional.of(Map.of()))).isEqualTo("none");
        assertThat(WorkloadTable.deadLetters(Optional.empty())).isEqualTo("?");
    }

    private static final Map<String, Long> LETTERS = Map.of("agent.events.dlq", 2L);

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
