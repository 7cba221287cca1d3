package dev.agenthost.delivery.run;

import dev.agenthost.protocol.result.RunResults;
import org.jspecify.annotations.Nullable;

/** A decoded record of {@code agent.run-results} with its position. */
public record ResultRecord(
        int partition,
        long offset,
        RunResults results,
        @Nullable String traceparent) {

    /** Returns the run of the record. */
    public RunKey key() {
        return new RunKey(results.workspaceId(), results.runId());
    }
}
