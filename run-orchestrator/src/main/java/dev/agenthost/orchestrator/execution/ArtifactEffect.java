package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.hostapi.dispatch.Base64Size;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSubjects;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.store.artifact.ArtifactPut;

/** {@code artifact.created}: stores the bytes, and publishes their metadata without them. context-store validates them. */
final class ArtifactEffect {
    private ArtifactEffect() {}

    static EffectPlan plan(ClaimedRun run, ArtifactCreated artifact, ResultDecision.Applies effect) {
        EventEnvelope event = run.resolution().event();
        ArtifactPut put = new ArtifactPut(
                RunSubjects.of(run.binding(), event)
                        .owner(run.workspaceId(), run.runId(), event.botId(), event.conversationId(), event.threadId()),
                run.attempt(),
                EffectRunner.operation(run, effect),
                EffectRunner.name(effect),
                run.binding().runnerId(),
                artifact.artifactType(),
                artifact.artifactId(),
                artifact.mimeType(),
                artifact.name(),
                artifact.sizeBytes(),
                artifact.sha256(),
                artifact.metadata(),
                artifact.contentBase64(),
                artifact.scope(),
                artifact.summary());
        String content = artifact.contentBase64();
        return new EffectPlan.Ask<>(
                content == null ? 0 : Base64Size.of(content),
                memory -> memory.putArtifact(put),
                kept -> published(kept, effect.result()));
    }

    private static PendingResult published(ArtifactMetadata kept, PendingResult asked) {
        ArtifactCreated result = new ArtifactCreated(
                kept.artifactType(),
                kept.artifactId(),
                kept.mimeType(),
                kept.name(),
                kept.sizeBytes(),
                kept.sha256(),
                kept.metadata(),
                null,
                kept.scope(),
                kept.summary(),
                kept.expiresAt());
        return new PendingResult(result, asked.timestamp(), asked.usage());
    }
}
