package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import java.util.List;

/**
 * The result of a release of turns.
 *
 * @param claimed the next runs that this replica has claimed
 * @param steered the runs whose messages ended with the run that had received them
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
