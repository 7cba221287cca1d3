package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import java.time.Duration;

/** Observes the attempts of this replica, each in the order of these methods. Thread-safe; does not block. */
public interface AttemptObserver {
    void started(ClaimedRun run);

    /** @param took time since the start */
    void firstResult(ClaimedRun run, Duration took);

    /**
     * The runner has an outcome; not called for a run that the host stopped before.
     *
     * @param took time since the start
     */
    void ended(ClaimedRun run, ExecutionOutcome outcome, Duration took);
}
