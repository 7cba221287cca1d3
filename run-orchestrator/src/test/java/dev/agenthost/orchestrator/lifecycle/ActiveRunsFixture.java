package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import java.time.Instant;

/** One replica with a run of a test. */
abstract class ActiveRunsFixture {
    static final ExecutionOutcome COMPLETED = new ExecutionOutcome.Completed(new RunCompleted("stop", null), null);
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

    static PendingResult delta(String text) {
        return PendingResult.of(new MessageDelta(MessageChunk.assistant(text)));
    }
}
