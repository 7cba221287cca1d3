package dev.agenthost.orchestrator.hostapi.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.delegation.BudgetLimit;
import dev.agenthost.orchestrator.delegation.BudgetRepository;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.ParentRun;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BudgetedCallsTest {
    private final List<String> counted = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private Optional<BudgetLimit> usedUp = Optional.empty();
    private final BudgetedCalls calls = new BudgetedCalls(new DelegationBudgets(new BudgetRepository() {
        @Override
        public Uni<Optional<BudgetLimit>> take(String workspaceId, RunLineage lineage, int calls) {
            counted.add("take " + calls);
            return Uni.createFrom().item(usedUp);
        }

        @Override
        public Uni<Void> add(String workspaceId, RunLineage lineage, long tokens, int modelCalls, int calls) {
            counted.add("add " + tokens + " " + modelCalls + " " + calls);
            return Uni.createFrom().voidItem();
        }
    }));

    @Test
    void theTokensThatTheProviderReportsAreCounted() {
        call(HostAction.INVOKE_LLM, delegated(), served("{'usage':{'prompt_tokens':7,'completion_tokens':5}}"));

        assertThat(counted).containsExactly("take 0", "add 12 1 0");
    }

    @Test
    void withoutAReportTheBytesOfRequestAndAnswerAreCounted() {
        call(HostAction.INVOKE_LLM, delegated(), served("{'message':'abcdefgh'}"));

        assertThat(counted).containsExactly("take 0", "add 8 1 0");
    }

    @Test
    void aStreamIsCountedAtItsEndAlsoIfItIsCutShort() {
        HostCallResponse whole = call(
                HostAction.INVOKE_LLM_STREAM,
                delegated(),
                streamed("{'chunk':'a'}", "{'usage':{'prompt_tokens':3,'completion_tokens':1}}"));
        assertThat(counted).containsExactly("take 0");
        chunks(whole).collect().asList().await().atMost(Duration.ofSeconds(5));
        assertThat(counted).containsExactly("take 0", "add 4 1 0");

        HostCallResponse cut = call(HostAction.INVOKE_LLM_STREAM, delegated(), streamed("{'chunk':'a'}", "{}", "{}"));
        chunks(cut).select().first(1).collect().asList().await().atMost(Duration.ofSeconds(5));
        assertThat(counted).hasSize(4).last().asString().startsWith("add ").doesNotStartWith("add 0");
    }

    @Test
    void aCallBeyondTheBudgetIsRefusedAndNotMade() {
        for (HostAction action : List.of(HostAction.CALL_TOOL, HostAction.INVOKE_LLM, HostAction.INVOKE_LLM_STREAM)) {
            usedUp = Optional.of(BudgetLimit.TOKENS);

            assertThat(call(action, delegated(), served("{}")))
                    .isInstanceOfSatisfying(HostCallResponse.Refused.class, refused -> {
                        assertThat(refused.error().code()).isEqualTo("budget_exhausted");
                        assertThat(refused.error().retryable()).isFalse();
                    });
        }
        assertThat(made).isEmpty();
    }

    @Test
    void aToolIsACallWithoutTokens() {
        call(HostAction.CALL_TOOL, delegated(), served("{'result':{}}"));

        assertThat(counted).containsExactly("take 1");
    }

    @Test
    void aRunThatNobodyHasDelegatedCostsNoStatement() {
        usedUp = Optional.of(BudgetLimit.CALLS);
        call(HostAction.CALL_TOOL, ClaimedRuns.claimed(), served("{}"));

        assertThat(counted).isEmpty();
        assertThat(made).hasSize(1);
    }

    private HostCallResponse call(HostAction action, ClaimedRun run, HostCallResponse answer) {
        return calls.call(action, session(run), json("{'m':1}"), () -> {
                    made.add(action.wire());
                    return Uni.createFrom().item(answer);
                })
                .await()
                .atMost(Duration.ofSeconds(5));
    }

    private static HostCallResponse served(String answer) {
        return new HostCallResponse.Served(json(answer));
    }

    private static HostCallResponse streamed(String... chunks) {
        return new HostCallResponse.Streamed(
                Multi.createFrom().iterable(List.of(chunks)).map(BudgetedCallsTest::json), () -> "");
    }

    private static Multi<JsonNode> chunks(HostCallResponse response) {
        return ((HostCallResponse.Streamed) response).chunks();
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ClaimedRun delegated() {
        RunId origin = new RunId(UUID.randomUUID());
        ParentRun parent = ParentRun.delegated(
                origin,
                "b1",
                ClaimedRuns.PROBE,
                new RunLineage(origin, new RunId(UUID.randomUUID()), 1),
                new Delegation("d-1", "helper", null, null));
        ObjectNode event = ProtocolCodec.tree(ClaimedRuns.message());
        event.set("parent", ProtocolCodec.tree(parent));
        try {
            return ClaimedRuns.claimed(
                    ProtocolCodec.decode(event, EventEnvelope.class),
                    ClaimedRuns.binding(),
                    1,
                    Instant.now().plusSeconds(60));
        } catch (dev.agenthost.protocol.json.UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RunSession session(ClaimedRun run) {
        RunSession session = new RunSession(
                "c-1",
                run.runId(),
                run.runId(),
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                System.nanoTime(),
                Duration.ofMinutes(5),
                run.resolution().event().conversationKey(),
                List.of());
        session.of(run);
        return session;
    }
}
