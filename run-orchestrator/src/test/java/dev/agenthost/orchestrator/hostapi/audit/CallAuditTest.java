package dev.agenthost.orchestrator.hostapi.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallAuditTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final BlockableAuditTrail trail = new BlockableAuditTrail();
    private final List<AuditEntry> entries = trail.entries;
    private final CallAudit audit = new CallAudit(trail);
    private final RunSession session = session();

    @Test
    void recordsTheFirstOfEachReadAtOnceAndLaterOnesTogether() {
        for (int i = 0; i < 3; i++) {
            audit.read(session, "state_get", new CallTarget("k", "actor"), NOW);
        }
        audit.read(session, "state_get", new CallTarget("k", "runner"), NOW);
        audit.read(session, "history_page", new CallTarget(null, "conversation"), NOW);
        assertThat(entries).hasSize(3).allSatisfy(entry -> assertThat(entry.detail())
                .isEqualTo("the first call"));

        audit.flush(NOW);
        audit.flush(NOW);

        assertThat(entries).hasSize(4);
        assertThat(entries).allSatisfy(entry -> assertThat(entry.result()).isEqualTo(AuditResult.ALLOWED));
        assertThat(entries.getLast().detail()).isEqualTo("2 calls");

        audit.read(session, "state_get", new CallTarget("k", "actor"), NOW);
        audit.flush(NOW);
        assertThat(entries.getLast().detail()).isEqualTo("1 call");
    }

    @Test
    void theFirstReadOfAnotherRunIsItsOwn() {
        audit.read(session, "state_get", new CallTarget("k", "actor"), NOW);
        audit.read(session(), "state_get", new CallTarget("k", "actor"), NOW);

        assertThat(entries).hasSize(2);
    }

    @Test
    void aCountedEntryHasCallerTargetAndScope() {
        audit.read(session, "state_get", new CallTarget("k", "actor"), NOW);
        entries.clear();
        audit.read(session, "state_get", new CallTarget("k", "actor"), NOW);
        audit.flush(NOW);

        assertThat(entries).singleElement().satisfies(entry -> {
            assertThat(entry.runId()).isEqualTo(session.runId());
            assertThat(entry.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
            assertThat(entry.action()).isEqualTo("state_get");
            assertThat(entry.resource()).isEqualTo("k");
            assertThat(entry.scope()).isEqualTo("actor");
            assertThat(entry.result()).isEqualTo(AuditResult.ALLOWED);
        });
    }

    @Test
    void countsManyDistinctTargetsTogether() {
        for (int i = 0; i < CallAudit.MOST_FIRSTS; i++) {
            audit.read(session, "state_get", new CallTarget("first-" + i, "actor"), NOW);
        }
        assertThat(entries).hasSize(CallAudit.MOST_FIRSTS);
        entries.clear();
        for (int i = 0; i < 1000; i++) {
            audit.read(session, "state_get", new CallTarget("made-up-" + i, "actor"), NOW);
        }
        audit.read(session, "state_get", new CallTarget("made-up-1", "actor"), NOW);
        assertThat(entries).isEmpty();
        audit.flush(NOW);

        assertThat(entries).hasSize(CallAudit.MOST_NAMES + 1);
        assertThat(entries)
                .filteredOn(entry -> entry.resource() == null)
                .singleElement()
                .satisfies(rest -> {
                    assertThat(rest.action()).isEqualTo("state_get");
                    assertThat(rest.detail()).isEqualTo("950 calls");
                });
        assertThat(entries)
                .filteredOn(entry -> "made-up-1".equals(entry.resource()))
                .singleElement()
                .satisfies(entry -> assertThat(entry.detail()).isEqualTo("2 calls"));

        audit.read(session, "state_get", new CallTarget("made-up-999", "actor"), NOW);
        audit.flush(NOW);
        assertThat(entries.getLast().resource()).isEqualTo("made-up-999");
    }

    @Test
    void recordsARefusalAtOnceAndAFloodTogether() {
        for (int i = 0; i < 100; i++) {
            audit.denied(
                    AuditedCaller.of(session),
                    "state_set",
                    new CallTarget("k", "actor"),
                    AgentApiError.of(FailureCode.UNAUTHORIZED, "no"),
                    NOW);
        }
        assertThat(entries).hasSize(20);
        assertThat(entries.getFirst().code()).isEqualTo("unauthorized");
        assertThat(entries.getFirst().actor()).isEqualTo("peer/probe-runner");

        audit.flush(NOW);

        assertThat(entries).hasSize(21);
        assertThat(entries.getLast().detail()).isEqualTo("80 calls");
        assertThat(entries.getLast().result()).isEqualTo(AuditResult.DENIED);
    }

    /** A runner may send any name; an invalid name must not lose the entry. */
    @Test
    void recordsARefusalWithAnInvalidTarget() throws UndecodableException {
        String odd = "tool-\ud800\u0000";

        audit.denied(
                AuditedCaller.of(session),
                "call_tool",
                new CallTarget(odd, odd),
                AgentApiError.of(FailureCode.UNAUTHORIZED, "no " + odd),
                NOW);

        AuditEntry entry = entries.getFirst();
        assertThat(ProtocolCodec.decode(ProtocolCodec.encode(entry), AuditEntry.class))
                .isEqualTo(entry);
        assertThat(entry.resource()).isEqualTo("tool-\ufffd\ufffd");
        assertThat(entry.scope()).isEqualTo("tool-\ufffd\ufffd");
        assertThat(entry.detail()).isEqualTo("no tool-\ufffd\ufffd");
    }

    private static RunSession session() {
        ClaimedRun run = ClaimedRuns.claimed();
        return new RunSession(
                "c1",
                run.runId(),
                run.runId(),
                1,
                run.workspaceId(),
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.SPECIFICATION,
                0,
                run.limit(),
                run.resolution().event().conversationKey(),
                List.of());
    }
}
