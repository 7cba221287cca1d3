package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import java.time.Duration;

/** Observes nothing. */
public final class SilentObserver implements AttemptObserver {
    @Override
    public void started(ClaimedRun run) {}

    @Override
    public void firstResult(ClaimedRun run, Duration took) {}

    @Override
    public void ended(ClaimedRun run, ExecutionOutcome outcome, Duration took) {}
}
