package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateOutcome;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the entry of a change of state is context-store's to commit, and that the call has exactly one. */
class StateChangeAuditTest extends HostCallFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state_set|{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}|k",
                "state_delete|{\"scope\":\"conversation\",\"key\":\"k\"}|k",
                "state_apply|{\"scope\":\"conversation\",\"changes\":[{\"key\":\"a\",\"value\":1},{\"key\":\"b\",\"delete\":true}]}|a, b",
            })
    void aChangeIsSentWithItsEntryAndWaitsForNoOther(String action, String data, String resource) throws Exception {
        audit.hold();

        assertThat(ask(action, data).at("/data").toString()).isEqualTo("{\"success\":true}");

        assertThat(audit.intents).isEmpty();
        assertThat(audited).isEmpty();
        AuditEntry entry = sent();
        assertThat(entry.workspaceId()).isEqualTo(ClaimedRuns.WORKSPACE);
        assertThat(entry.runId()).isEqualTo(run);
        assertThat(entry.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
        assertThat(entry.action()).isEqualTo(action);
        assertThat(entry.resource()).isEqualTo(resource);
        assertThat(entry.scope()).isEqualTo("conversation");
        assertThat(entry.result()).isEqualTo(AuditResult.ALLOWED);
    }

    @Test
    void anEntryThatContextStoreHasNotStoredIsRecordedBeforeTheAnswer() {
        changeAnswer = new ContextStoreResponse.Answered<>(new StateOutcome(true, false));
        audit.hold();
        send("state_set", SET.formatted("x"));
        assertThat(outlet.sent).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.auditId()).isEqualTo(sent().auditId());
            assertThat(entry.result()).isEqualTo(AuditResult.ALLOWED);
        });

        audit.commit();
        assertThat(outlet.sent).hasSize(1);
    }

    @Test
    void aRefusedChangeHasItsEntryHere() throws Exception {
        changeAnswer = new ContextStoreResponse.Refused<>(FailureCode.PRECONDITION_FAILED, "not the expected value");

        assertThat(error(ask("state_set", SET.formatted("x")))).isEqualTo("conflict");

        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.auditId()).as("one call, one id").isEqualTo(sent().auditId());
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
        });
    }

    @Test
    void aChangeOfARunCancelledMeanwhileIsNotMade() throws Exception {
        waiting("state_set");
        session.cancel(FailureCode.CANCELLED);

        assertThat(error(answered())).isEqualTo("unauthorized");

        assertThat(queried).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.result())
                .isEqualTo(AuditResult.DENIED));
    }

    private AuditEntry sent() {
        assertThat(changes).hasSize(1);
        return Objects.requireNonNull(
                switch (changes.getFirst()) {
                    case StateCall call -> call.audit();
                    case StateChanges call -> call.audit();
                    default -> throw new AssertionError("not a change");
                });
    }
}
