package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import java.time.Instant;

/** One replica with a run of a test. */
abstract class ActiveRunsFixture {
    final Fakes replica = new Fakes();
    ClaimedRun last;

    ClaimedRun start(Resolution resolution) {
        var limit = ((ResolutionOutcome.Bound) resolution.outcome())
                .binding()
                .deadlinePolicy()
                .runSeconds();
        last = new ClaimedRun(resolution, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(limit), null, "0".repeat(32));
        replica.hand.start(last, replica.lease.incarnation());
        return last;
    }

    RunKey key() {
        return last.key();
    }

    boolean touch(ClaimedRun run, int attempt) {
        return replica.hand.touch(run.runId(), attempt).await().indefinitely();
    }
}
