package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wishes that runs end. A wish may come before its run. */
public interface CancellationRepository {
    /** Keeps the wish and wakes the owner. The first wish counts; answers when it was made. */
    Uni<Instant> request(RunKey key, @Nullable String reason);

    /** Runs with a wish that have not ended: those that wait for anybody, and those that run here. */
    Uni<List<StoredRun>> open(Incarnation owner, int most);
}
