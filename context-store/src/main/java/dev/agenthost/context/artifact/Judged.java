package dev.agenthost.context.artifact;

import dev.agenthost.protocol.failure.FailureCode;

/** What a runner says it made, judged before anything is kept. */
public sealed interface Judged {
    record Fit(NewArtifact artifact) implements Judged {}

    /** It comes without bytes and names one that its run should have made before. */
    record Names(String artifactId) implements Judged {}

    /** @param why follows the field's name; quotes nothing of what came */
    record Unfit(FailureCode code, String field, String why) implements Judged {}
}
