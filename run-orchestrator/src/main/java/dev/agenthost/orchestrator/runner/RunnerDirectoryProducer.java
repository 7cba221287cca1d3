package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.KnownRunner;
import io.smallrye.mutiny.Uni;
import java.time.Instant;

/** Where runners are told. Done when the record is where it cannot be lost. */
public interface RunnerDirectoryProducer {
    /** @param changedAt when it became what it is */
    Uni<Void> tell(KnownRunner runner, Instant changedAt);

    /** Nobody has seen it for a long time. */
    Uni<Void> forget(String runnerId);
}
