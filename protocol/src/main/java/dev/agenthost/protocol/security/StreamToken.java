package dev.agenthost.protocol.security;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Opens one run's stream without any other key, also before the run exists.
 *
 * @param partition where the run's results are
 * @param expiresAt to the second
 * @param fingerprint of the event that the holder sent, so that the stream of another event under the same id is not taken for its own; null
 *     where it is not known
 */
public record StreamToken(
        String workspaceId,
        RunId runId,
        int partition,
        Instant expiresAt,
        @Nullable String fingerprint) {
    public StreamToken {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(partition, 0, Topics.PARTITIONS - 1, "partition");
        Fields.required(expiresAt, "expires_at");
    }

    /** Of an event whose fingerprint is not known. */
    public StreamToken(String workspaceId, RunId runId, int partition, Instant expiresAt) {
        this(workspaceId, runId, partition, expiresAt, null);
    }
}
