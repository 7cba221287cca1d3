package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import java.util.List;

/**
 * What became of those who waited when turns were released.
 *
 * @param claimed the next runs for which there was room here
 * @param steered the runs whose messages ended with the run that had taken them in
 */
public record TurnRelease(List<ClaimedRun> claimed, List<RunKey> steered) {
    public TurnRelease {
        claimed = List.copyOf(claimed);
        steered = List.copyOf(steered);
    }

    public static TurnRelease all(List<TurnRelease> each) {
        return new TurnRelease(
                each.stream().flatMap(one -> one.claimed().stream()).toList(),
                each.stream().flatMap(one -> one.steered().stream()).toList());
    }
}
