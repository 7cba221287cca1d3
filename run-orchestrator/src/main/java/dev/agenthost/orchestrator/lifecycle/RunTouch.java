package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.RetryLoop;
import dev.agenthost.orchestrator.run.RunState;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Makes known to the ledger that a run has had an effect, before it has it. */
final class RunTouch {
    private final ActiveRun held;
    private final RunOutlet outlet;
    private final Runnable answered;

    /** @param answered told when an effect has been made known, or could not be */
    RunTouch(ActiveRun held, RunOutlet outlet, Runnable answered) {
        this.held = held;
        this.outlet = outlet;
        this.answered = answered;
    }

    /** For an effect of a host API call; false when the run may have none any more. */
    Uni<Boolean> now() {
        return Uni.createFrom().deferred(() -> {
            Optional<ActiveRun.Touching> touching = held.touching();
            if (touching.isEmpty()) {
                return Uni.createFrom().item(false);
            }
            RunState.Running untouched = touching.get().untouched();
            return untouched == null
                    ? Uni.createFrom().item(true)
                    : commit(untouched).onTermination().invoke(this::answered);
        });
    }

    /** For a record of results that shows one; false when the run is another's. */
    Uni<Boolean> beforeSend() {
        return RetryLoop.until(
                () -> held.untouched().map(this::commit).orElseGet(() -> Uni.createFrom()
                        .item(true)),
                held::isHere);
    }

    private Uni<Boolean> commit(RunState.Running untouched) {
        return outlet.touch(untouched).invoke(ours -> {
            if (ours) {
                held.touched();
            }
        });
    }

    private void answered() {
        held.touchAnswered();
        answered.run();
    }
}
