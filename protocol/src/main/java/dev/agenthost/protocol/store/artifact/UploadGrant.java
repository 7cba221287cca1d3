package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;

/** An attempt that may upload artifacts. The response is an {@link UploadToken}. */
public record UploadGrant(ArtifactOwner owner, int attempt, RunnerId runnerId) {
    public UploadGrant {
        Fields.required(owner, "owner");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(runnerId, "runner_id");
    }
}
