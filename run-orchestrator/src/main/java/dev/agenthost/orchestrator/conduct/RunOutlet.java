package dev.agenthost.orchestrator.conduct;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.finish.Finish;
import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.retry.Steadily;
import dev.agenthost.orchestrator.run.Decision;
import dev.agenthost.orchestrator.run.RunState;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** What a run in hand says to the topic, the ledger and context-store, tried again as long as the run is in hand. */
final class RunOutlet {
    private final ClaimedRun run;
    private final Incarnation owner;
    private final Means means;
    private final BooleanSupplier here;

    RunOutlet(ClaimedRun run, Incarnation owner, Means means, BooleanSupplier here) {
        this.run = run;
        this.owner = owner;
        this.means = means;
        this.here = here;
    }

    Uni<Boolean> publish(ResultRecord record) {
        return Steadily.until(
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
    Uni<Boolean> finish(Step.Finish finish, RunState.Running held) {
        String runner = run.binding().runnerId().toString();
        return means.finisher().finish(new Finish(held, held.finished(), runner, finish.terminal(), finish.outcome()));
    }

    /** False when the run is not held so any more. */
    Uni<Boolean> giveBack(Decision.Requeue how, RunState.Running held) {
        return Steadily.until(() -> means.runs().requeue(run.key(), held, how), here);
    }

    /** Late writes of it are refused from now on. Best effort. */
    void fence() {
        means.fence().end(run.key(), run.attempt()).subscribe().with(done -> {}, why -> {});
    }
}
