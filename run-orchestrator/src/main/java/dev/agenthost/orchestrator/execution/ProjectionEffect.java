package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.ViewPublication;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.UiProjection;

/**
 * {@code action.requested} with action {@code ui.projection}: stores the view for those who did not see it come. The published result
 * has the known fields only.
 */
final class ProjectionEffect {
    private ProjectionEffect() {}

    static EffectPlan plan(ClaimedRun run, UiProjection projection, ResultDecision.Applies effect) {
        GraphView view = new GraphView(
                run.resolution().event().conversationKey(),
                run.key(),
                run.resolution().event().eventId(),
                projection,
                ViewPublication.of(run, effect.ordinal()));
        PendingResult asked = effect.result();
        return new EffectPlan.StoreView(
                ProtocolCodec.encode(projection).length,
                view,
                new PendingResult(
                        new ActionRequested(UiProjection.ACTION, null, ProtocolCodec.tree(projection)),
                        asked.timestamp(),
                        asked.usage()));
    }
}
