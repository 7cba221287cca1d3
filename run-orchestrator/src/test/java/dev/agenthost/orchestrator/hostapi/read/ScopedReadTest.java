package dev.agenthost.orchestrator.hostapi.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the conditions of a read by its place. */
class ScopedReadTest {
    private static final List<RecordPosition> POSITIONS = List.of(new RecordPosition("agent.events", 3, 42));
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final RunSession session = session();

    @Test
    void awaitsThePositionsInTheOwnConversation() {
        for (ScopeRequest own :
                List.of(ScopeRequest.OWN, new ScopeRequest("conv-1", null), new ScopeRequest("conv-1", ""))) {
            ScopedRead scoped = ScopedRead.of(session, own);

            assertThat(scoped.positions()).isEqualTo(POSITIONS);
            assertThat(scoped.existing()).isNull();
        }
    }

    @Test
    void awaitsNoPositionInAnotherConversation() {
        for (ScopeRequest other : List.of(new ScopeRequest("conv-2", null), new ScopeRequest(null, "t-2"))) {
            ScopedRead scoped = ScopedRead.of(session, other);

            assertThat(scoped.positions()).isEmpty();
            assertThat(scoped.existing()).isTrue();
        }
    }

    /** If such reads were counted together, the audit could lose one. */
    @Test
    void auditsEachReadOfAnotherConversation() {
        HostCallResponse.Served served = new HostCallResponse.Served(JSON.objectNode());
        HostCallResponse refused = HostCallResponse.refused(FailureCode.NOT_FOUND, "There is no such conversation.");

        assertThat(ScopedRead.of(session, ScopeRequest.OWN).withAuditDetail(served))
                .isSameAs(served);
        ScopedRead elsewhere = ScopedRead.of(session, new ScopeRequest("conv-2", null));
        assertThat(elsewhere.withAuditDetail(served))
                .isEqualTo(new HostCallResponse.Served(served.data(), "read of another conversation"));
        assertThat(elsewhere.withAuditDetail(refused)).isSameAs(refused);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, conversation",
                "conv-1, -, conversation",
                "conv-2, -, conversation conv-2",
                "conv-2, t, conversation conv-2 thread t",
                "-, t, conversation conv-1 thread t"
            })
    void theAuditNamesWhatIsElsewhere(String conversation, String thread, String scope) {
        assertThat(ScopedRead.of(session, new ScopeRequest(conversation, thread))
                        .scope()
                        .scope())
                .isEqualTo(scope);
    }

    private static RunSession session() {
        EventEnvelope event = ClaimedRuns.message();
        RunSession session = new RunSession(
                "c",
                RunIds.of(ClaimedRuns.WORKSPACE, event.eventId(), 0),
                RunIds.of(ClaimedRuns.WORKSPACE, event.eventId(), 0),
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                0,
                Duration.ofMinutes(1),
                event.conversationKey(),
                POSITIONS);
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.of(Map.of("history", List.of("page"))),
                List.of(),
                JSON.objectNode());
        session.begin(Grant.freeze(manifest, ClaimedRuns.binding(), event, HostPolicy.NOW));
        return session;
    }
}
