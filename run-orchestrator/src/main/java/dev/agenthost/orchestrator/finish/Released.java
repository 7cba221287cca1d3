package dev.agenthost.orchestrator.finish;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import java.util.List;

/**
 * What became of those who waited when turns were released.
 *
 * @param claimed the next runs for which there was room here
 * @param steered the runs whose messages ended with the run that had taken them in
 */
public record Released(List<ClaimedRun> claimed, List<RunKey> steered) {
    public Released {
        claimed = List.copyOf(claimed);
        steered = List.copyOf(steered);
    }

    public static Released all(List<Released> each) {
        return new Released(
                each.stream().flatMap(one -> one.claimed().stream()).toList(),
                each.stream().flatMap(one -> one.steered().stream()).toList());
    }
}
