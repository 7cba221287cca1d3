package dev.agenthost.orchestrator.projection;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Views of graphs with one action. */
public final class GraphViews {
    private GraphViews() {}

    /** The first result of its attempt. */
    public static GraphView view(ClaimedRun run, String graphId, UiStatus status) {
        return view(run, 1, graphId, status);
    }

    /** @param ordinal number of the result in its attempt */
    public static GraphView view(ClaimedRun run, long ordinal, String graphId, UiStatus status) {
        UiAction action = new UiAction("look", "Look", "Looks around.", status, List.of(), null, null);
        return new GraphView(
                run.resolution().event().conversationKey(),
                run.key(),
                run.resolution().event().eventId(),
                new UiProjection(
                        graphId, "Check", null, status, new UiProjection.Progress(0, 1), List.of(action), null),
                new ViewPublication(
                        run.runId(),
                        run.lineage().originRunId(),
                        run.claimedAt().truncatedTo(ChronoUnit.MICROS),
                        ordinal));
    }
}
