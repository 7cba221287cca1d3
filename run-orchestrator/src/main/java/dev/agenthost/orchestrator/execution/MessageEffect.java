package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSubjects;
import dev.agenthost.orchestrator.result.InlinePart;
import dev.agenthost.orchestrator.result.InlineParts;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import java.util.ArrayList;
import java.util.List;

/** {@code message.completed} with inline bytes: each becomes an artifact, as by an earlier {@code artifact.created}. */
final class MessageEffect {
    private MessageEffect() {}

    static EffectPlan plan(ClaimedRun run, MessageCompleted message, ResultDecision.Applies effect) {
        List<InlinePart> parts = InlineParts.of(message.message());
        EventEnvelope event = run.resolution().event();
        ArtifactOwner owner = RunSubjects.of(run.binding(), event)
                .owner(run.workspaceId(), run.runId(), event.botId(), event.conversationId(), event.threadId());
        List<ArtifactPut> puts = new ArrayList<>();
        for (InlinePart part : parts.subList(0, Math.min(parts.size(), InlineParts.MOST))) {
            puts.add(put(run, owner, part, "/part/" + (puts.size() + 1), effect));
        }
        return new EffectPlan.Keep(parts, puts, outcomes -> published(message, parts, outcomes, effect.result()));
    }

    private static ArtifactPut put(
            ClaimedRun run, ArtifactOwner owner, InlinePart part, String number, ResultDecision.Applies effect) {
        return new ArtifactPut(
                owner,
                run.attempt(),
                EffectRunner.operation(run, effect) + number,
                EffectRunner.name(effect) + number,
                run.binding().runnerId(),
                part.artifactType(),
                null,
                part.mimeType(),
                part.name(),
                null,
                null,
                JsonNodeFactory.instance.objectNode(),
                part.base64());
    }

    private static PendingResult published(
            MessageCompleted message, List<InlinePart> parts, List<PartOutcome> outcomes, PendingResult asked) {
        return new PendingResult(
                new MessageCompleted(InlineParts.with(message.message(), parts, outcomes)),
                asked.timestamp(),
                asked.usage());
    }
}
