package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.KnownRunner;
import io.smallrye.mutiny.Uni;
import java.time.Instant;

/** Publishes the runner directory. Completes once the broker has acknowledged the record. */
public interface RunnerDirectoryProducer {
    /** @param changedAt the time of the last change of the runner */
    Uni<Void> publish(KnownRunner runner, Instant changedAt);

    /** Publishes the tombstone of a runner that was not connected for a long time. */
    Uni<Void> publishTombstone(String runnerId);
}
