package dev.agenthost.orchestrator.execution.inbox;

import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.result.Dropped;
import dev.agenthost.orchestrator.result.Taken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is taken out of a run's inbox at once: results to hand on, then one effect or the ending, if there is one.
 *
 * @param dropped results that would have had an effect
 * @param closedByRunner the ending is a result's or the stream's, which closes what is open itself
 */
public record Turn(
        List<Produced> results,
        Taken.@Nullable Applies effect,
        @Nullable Ending ending,
        boolean closedByRunner,
        List<Dropped> dropped,
        List<String> warnings) {
    public boolean isEmpty() {
        return results.isEmpty() && effect == null && ending == null;
    }
}
