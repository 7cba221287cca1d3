package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** What a runner says it made, judged before anything is kept. */
public sealed interface ArtifactValidation {
    record Fit(NewArtifact artifact) implements ArtifactValidation {}

    /** It comes without bytes and names one that its run should have made before. */
    record Names(String artifactId) implements ArtifactValidation {}

    /** @param why follows the field's name; quotes nothing of what came */
    record Unfit(FailureCode code, String field, String why) implements ArtifactValidation {}
}
