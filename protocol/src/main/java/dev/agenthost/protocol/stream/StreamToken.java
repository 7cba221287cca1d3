package dev.agenthost.protocol.stream;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;

/**
 * Opens one run's stream without any other key, also before the run exists.
 *
 * @param partition where the run's results are
 * @param expiresAt to the second
 */
public record StreamToken(String workspaceId, RunId runId, int partition, Instant expiresAt) {
    public StreamToken {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(partition, 0, Topics.PARTITIONS - 1, "partition");
        Fields.required(expiresAt, "expires_at");
    }
}
