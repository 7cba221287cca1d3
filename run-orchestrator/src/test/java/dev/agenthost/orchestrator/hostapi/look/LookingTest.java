package dev.agenthost.orchestrator.hostapi.look;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.Generation;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.failure.FailureCode;
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

/** What an answer has to know of where a run looks. */
class LookingTest {
    private static final List<RecordPosition> POSITIONS = List.of(new RecordPosition("agent.events", 3, 42));
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final RunSession session = session();

    @Test
    void inItsOwnConversationARunSeesItsOwnEventAndThatNothingWasSaidYet() {
        for (NamedPlace own : List.of(NamedPlace.OWN, new NamedPlace("conv-1", null), new NamedPlace("conv-1", ""))) {
            Looking looking = Looking.of(session, own);

            assertThat(looking.positions()).isEqualTo(POSITIONS);
            assertThat(looking.existing()).isNull();
        }
    }

    @Test
    void elsewhereNothingIsAwaitedAndWhatIsNotThereIsNotFound() {
        for (NamedPlace other : List.of(new NamedPlace("conv-2", null), new NamedPlace(null, "t-2"))) {
            Looking looking = Looking.of(session, other);

            assertThat(looking.positions()).isEmpty();
            assertThat(looking.existing()).isTrue();
        }
    }

    /** Counted together, one look among many could be lost from the audit. */
    @Test
    void eachLookElsewhereIsAnEntryOfItsOwn() {
        Answer.Served served = new Answer.Served(JSON.objectNode());
        Answer refused = Answer.refused(FailureCode.NOT_FOUND, "There is no such conversation.");

        assertThat(Looking.of(session, NamedPlace.OWN).noted(served)).isSameAs(served);
        Looking elsewhere = Looking.of(session, new NamedPlace("conv-2", null));
        assertThat(elsewhere.noted(served)).isEqualTo(new Answer.Served(served.data(), "looked elsewhere"));
        assertThat(elsewhere.noted(refused)).isSameAs(refused);
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
        assertThat(Looking.of(session, new NamedPlace(conversation, thread))
                        .place()
                        .scope())
                .isEqualTo(scope);
    }

    private static RunSession session() {
        EventEnvelope event = Runs.message();
        RunSession session = new RunSession(
                "c",
                RunIds.of(Runs.WORKSPACE, event.eventId(), 0),
                RunIds.of(Runs.WORKSPACE, event.eventId(), 0),
                1,
                Runs.WORKSPACE,
                "bot-1",
                Runs.PROBE,
                Generation.LATER,
                0,
                Duration.ofMinutes(1),
                event.conversationKey(),
                POSITIONS);
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                Runs.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.of(Map.of("history", List.of("page"))),
                List.of(),
                JSON.objectNode());
        session.begin(Grant.freeze(manifest, Runs.binding(), event, HostPolicy.NOW));
        return session;
    }
}
