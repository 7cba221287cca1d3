package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.RetryLoop;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** What a run in hand says to the topic, the ledger and context-store, tried again as long as the run is in hand. */
final class RunOutlet {
    private final ClaimedRun run;
    private final Incarnation owner;
    private final LifecycleDependencies means;
    private final BooleanSupplier here;

    RunOutlet(ClaimedRun run, Incarnation owner, LifecycleDependencies means, BooleanSupplier here) {
        this.run = run;
        this.owner = owner;
        this.means = means;
        this.here = here;
    }

    Uni<Boolean> publish(ResultRecord record) {
        return RetryLoop.until(
                () -> means.topic()
                        .publish(record, () -> means.lease().mayActAs(owner))
                        .map(position -> true),
                here);
    }

    /** Once: whoever asks decides whether to ask again. False when the run is another's. */
    Uni<Boolean> touch(RunState.Running held) {
        return means.runs().touch(run.key(), held);
    }

    /** False when the run is not as it says any more. */
    Uni<Boolean> finish(RunStep.Finish finish, RunState.Running held) {
        String runner = run.binding().runnerId().toString();
        return means.finisher()
                .finish(new RunTermination(held, held.finished(), runner, finish.terminal(), finish.outcome()));
    }

    /** False when the run is not held so any more. */
    Uni<Boolean> giveBack(RunDecision.Requeue how, RunState.Running held) {
        return RetryLoop.until(() -> means.runs().requeue(run.key(), held, how), here);
    }

    /** Late writes of it are refused from now on. Best effort. */
    void fence() {
        means.fence().end(run.key(), run.attempt()).subscribe().with(done -> {}, why -> {});
    }
}
