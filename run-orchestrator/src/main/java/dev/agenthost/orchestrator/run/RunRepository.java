package dev.agenthost.orchestrator.run;

import dev.agenthost.orchestrator.run.RunDecision.Requeue;
import dev.agenthost.orchestrator.run.RunState.Running;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Stores an owner's changes of a run that it holds, and reads runs for every caller. Writes of an older attempt are refused. */
public interface RunRepository {
    /** Commits that the run may have had a visible effect; false if the run is no longer in that state. */
    Uni<Boolean> touch(RunKey key, Running held);

    /** Requeues the run; false if it is no longer in that state. */
    Uni<Boolean> requeue(RunKey key, Running held, Requeue how);

    Uni<Optional<RunView>> find(RunKey key);

    /** Finds the run of a delegated chain that ended last, or has not ended; it is {@code first} until the chain is continued. */
    Uni<Optional<RunView>> lastOfChain(RunKey first);

    /** The text of the run's failure, for operators; empty if it did not fail. */
    Uni<Optional<String>> error(RunKey key);

    Uni<List<RunView>> page(RunListQuery question);
}
