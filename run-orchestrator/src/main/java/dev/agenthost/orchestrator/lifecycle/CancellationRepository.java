package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores requests to cancel runs. A request may precede its run. */
public interface CancellationRepository {
    /** Stores the request and wakes the owner. The first request counts; returns its time. */
    Uni<Instant> request(RunKey key, @Nullable String reason);

    /** Requests the cancellation of those runs, not admitted yet, whose chain was cancelled while it waited. */
    Uni<Void> continued(List<ContinuedRun> runs);

    /** Returns open runs with a request: unclaimed ones and those of this owner. */
    Uni<List<StoredRun>> open(Incarnation owner, int most);
}
