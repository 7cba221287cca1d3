package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/** A run's request for the metadata of an artifact; {@code not_found} if the run may not see it or it has expired. */
public record ArtifactQuestion(ArtifactOwner reader, String artifactId) {
    public ArtifactQuestion {
        Fields.required(reader, "reader");
        Fields.text(artifactId, "artifact_id");
    }
}
