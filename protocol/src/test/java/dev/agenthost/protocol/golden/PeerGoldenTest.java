package dev.agenthost.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.runner.AgentRunnerDiscovery;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the codec against recorded messages of LangBot and the examples of the specification. */
class PeerGoldenTest {
    /** Fields of LangBot that the specification does not have; the codec ignores them. */
    private static final Set<String> PEERS_OWN = Set.of(
            "lost /conversation/sender_id", "lost /conversation/session_id", "lost /capabilities", "lost /permissions");

    @ParameterizedTest
    @ValueSource(strings = {"spec_era", "dev", "with_resources"})
    void carriesTheWholeRecordedRunContext(String recording) {
        carries("recorded/run_context_" + recording, AgentRunContext.class);
    }

    @ParameterizedTest
    @MethodSource("discoveries")
    void carriesTheWholeRecordedDiscovery(String name) {
        carries(name, AgentRunnerDiscovery.class);
        AgentRunnerDiscovery runner = Golden.decode(name, AgentRunnerDiscovery.class);
        assertThat(runner.runnerId()).hasToString(runner.manifest().id());
    }

    static Stream<String> discoveries() {
        return Golden.names("recorded").stream().filter(name -> name.contains("/discovery_"));
    }

    @ParameterizedTest
    @MethodSource("results")
    void knowsEveryRecordedResultAndLosesNothingOfIt(String name) {
        JsonNode recorded = Golden.tree(name);
        ResultFrame frame = ResultFrame.ofWire(recorded);
        assertThat(Golden.differences(recorded, ProtocolCodec.runnerWire().valueToTree(frame)))
                .isEmpty();
        assertThat(ResultCodec.decode(frame)).isInstanceOfSatisfying(DecodeResult.Known.class, known -> {
            JsonNode payload = ProtocolCodec.runnerWire().valueToTree(known.payload());
            assertThat(Golden.differences(recorded.get("data"), payload)).isEmpty();
        });
    }

    static Stream<String> results() {
        return Golden.names("recorded").stream().filter(name -> name.contains("/result_"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"message_delta", "message_completed", "state_updated", "action_requested", "run_failed"})
    void writesTheSpecificationsExamplesAsTheyStand(String example) throws UndecodableException {
        JsonNode document = Golden.tree("spec/" + example);
        ResultFrame frame = ProtocolCodec.decode(document, ResultFrame.class);
        assertThat(ProtocolCodec.readTree(ProtocolCodec.encode(frame))).isEqualTo(document);
        assertThat(ResultCodec.decode(frame)).isInstanceOfSatisfying(DecodeResult.Known.class, known -> {
            ObjectNode payload = ProtocolCodec.tree(known.payload());
            assertThat(Golden.differences(document.get("data"), payload)).isEmpty();
        });
    }

    @Test
    void readsTheHostApisAnswers() {
        carries("recorded/history_page", HistoryPage.class, "added /items/0/item_type");
        carries("recorded/history_search", HistorySearchResult.class, "added /items/0/item_type");
        carries("recorded/event_get", AgentEventRecord.class);
        carries("recorded/event_page", EventPage.class);
        carries("recorded/artifact_metadata", ArtifactMetadata.class);
        carries("recorded/artifact_read", ArtifactReadResult.class);
    }

    private static void carries(String name, Class<?> type, String... expected) {
        JsonNode recorded = Golden.tree(name);
        Object decoded = Golden.decode(name, type);
        Set<String> differences = new TreeSet<>(
                Golden.differences(recorded, ProtocolCodec.runnerWire().valueToTree(decoded)));
        differences.removeAll(PEERS_OWN);
        assertThat(differences).containsExactlyInAnyOrder(expected);
    }
}
