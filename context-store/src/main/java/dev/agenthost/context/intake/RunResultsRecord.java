package dev.agenthost.context.intake;

import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;

/**
 * A record of results and where it came from.
 *
 * @param recordedAt the record's time, for a result that has none
 */
public record RunResultsRecord(RunResults results, RecordPosition source, Instant recordedAt) {
    public RunKey run() {
        return new RunKey(results.workspaceId(), results.runId().value());
    }
}
