package dev.agenthost.delivery.run;

import dev.agenthost.protocol.result.RunResults;
import org.jspecify.annotations.Nullable;

/** A record of {@code agent.run-results} that could be read, and where it lay. */
public record ResultRecord(
        int partition,
        long offset,
        RunResults results,
        @Nullable String traceparent) {

    /** The run it belongs to. */
    public RunKey key() {
        return new RunKey(results.workspaceId(), results.runId());
    }
}
