package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** Result of checking an artifact that a runner reports, before anything is stored. */
public sealed interface ArtifactValidation {
    record Valid(NewArtifact artifact) implements ArtifactValidation {}

    /** The artifact comes without bytes and names one that its run should have made before. */
    record Names(String artifactId) implements ArtifactValidation {}

    /** @param why follows the field's name; quotes nothing of the input */
    record Invalid(FailureCode code, String field, String why) implements ArtifactValidation {}
}
