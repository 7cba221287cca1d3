package dev.agenthost.orchestrator.run;

import dev.agenthost.orchestrator.run.RunDecision.Requeue;
import dev.agenthost.orchestrator.run.RunState.Running;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** What an owner writes of a run that it holds, and what everybody reads. Writes of an older attempt are refused. */
public interface RunRepository {
    /** Commits that an effect of the run may be seen; false when it is no longer held so. */
    Uni<Boolean> touch(RunKey key, Running held);

    /** Back into the queue; false when it is no longer held so. */
    Uni<Boolean> requeue(RunKey key, Running held, Requeue how);

    Uni<Optional<RunView>> find(RunKey key);

    /** The text of the failure that the run ended with, for operators; empty where it did not end so. */
    Uni<Optional<String>> error(RunKey key);

    Uni<List<RunView>> page(RunListQuery question);
}
