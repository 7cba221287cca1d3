package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.KnownRunner;
import io.smallrye.mutiny.Uni;
import java.time.Instant;

/** Publishes the runner directory. Completes when the record cannot be lost. */
public interface RunnerDirectoryProducer {
    /** @param changedAt the time of its last change */
    Uni<Void> tell(KnownRunner runner, Instant changedAt);

    /** Removes a runner that has not been seen for a long time. */
    Uni<Void> forget(String runnerId);
}
