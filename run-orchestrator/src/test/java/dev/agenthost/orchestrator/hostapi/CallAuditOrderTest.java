package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the audit entries of Host API calls. */
class CallAuditOrderTest extends HostCallFixture {
    private static final String STORED = "{\"key\":\"k\",\"value_base64\":\"AHY=\"}";

    @Test
    void doesNotExecuteAnEffectWithoutARecordedIntent() throws Exception {
        audit.fail();

        assertThat(error(ask("set_plugin_storage", STORED))).isEqualTo("runtime_error");
        assertThat(queried).isEmpty();
    }

    @Test
    void doesNotExecuteAnEffectOfARunCancelledMeanwhile() throws Exception {
        audit.hold();
        send("set_plugin_storage", STORED);
        session.cancel(FailureCode.CANCELLED);
        audit.commit();

        assertThat(queried).isEmpty();
        assertThat(audit.intents).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.result())
                .isEqualTo(AuditResult.DENIED));
    }

    @Test
    void aReadHasNoIntent() throws Exception {
        audit.hold();
        send("history_page", "{}");

        assertThat(audit.intents).isEmpty();
        assertThat(queried).isNotEmpty();
    }

    @Test
    void onlyTheFirstReadWaitsForItsEntry() throws Exception {
        String key = "{\"scope\":\"conversation\",\"key\":\"%s\"}";
        audit.hold();
        send("state_get", key.formatted("a"));
        assertThat(outlet.sent).isEmpty();
        audit.commit();
        assertThat(outlet.sent).hasSize(1);

        audit.hold();
        send("state_get", key.formatted("a"));
        assertThat(outlet.sent).hasSize(2);
        send("state_get", key.formatted("b"));
        assertThat(outlet.sent).hasSize(2);
        audit.commit();
        assertThat(outlet.sent).hasSize(3);
        assertThat(audited).extracting(AuditEntry::resource).containsExactly("a", "b");
    }

    @Test
    void auditsACallForAnUnknownRun() throws Exception {
        RunId ghost = new RunId(UUID.randomUUID());
        String call = "{\"seq_id\":1,\"action\":\"%s\",\"data\":{\"run_id\":\"%s\",\"scope\":\"actor\",\"key\":\"k\"}}";
        link.received(call.formatted("state_get", ghost));
        link.received(call.formatted("state_set", ""));
        link.received(call.formatted("make_coffee", ghost));

        assertThat(audited).allSatisfy(entry -> {
            assertThat(entry.workspaceId()).isEqualTo(ClaimedRuns.WORKSPACE);
            assertThat(entry.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
        });
        assertThat(audited)
                .extracting(
                        AuditEntry::action,
                        AuditEntry::runId,
                        AuditEntry::resource,
                        AuditEntry::scope,
                        AuditEntry::code)
                .containsExactly(
                        tuple("state_get", ghost, "k", "actor", "not_found"),
                        tuple("state_set", null, "k", "actor", "invalid_argument"),
                        tuple("make_coffee", ghost, null, null, "invalid_argument"));
    }

    @Test
    void auditsTheIdentityOfARecentlyEndedRun() throws Exception {
        sessions.close(session);

        assertThat(error(ask("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")))
                .isEqualTo("not_found");
        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.runId()).isEqualTo(run);
            assertThat(entry.workspaceId()).isEqualTo(session.workspaceId());
            assertThat(entry.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
        });
    }

    @Test
    void limitsRefusalsOfUnknownRunsPerCaller() throws Exception {
        for (int i = 0; i < 100; i++) {
            link.received(
                    "{\"seq_id\":1,\"action\":\"state_get\",\"data\":{\"run_id\":\"" + UUID.randomUUID() + "\"}}");
        }
        assertThat(outlet.sent).hasSize(100);
        assertThat(audited).hasSize(20);
    }
}
