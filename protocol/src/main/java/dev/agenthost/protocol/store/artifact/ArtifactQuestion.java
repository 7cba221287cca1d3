package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/** What is known of an artifact, as a run sees it; {@code not_found} where it is not this run's to see, or has expired. */
public record ArtifactQuestion(ArtifactOwner reader, String artifactId) {
    public ArtifactQuestion {
        Fields.required(reader, "reader");
        Fields.text(artifactId, "artifact_id");
    }
}
