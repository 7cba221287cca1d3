package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Does what a run in hand needs done next, one {@link RunStep} after another, until it has left. */
final class RunPump {
    private static final Logger LOG = System.getLogger(RunPump.class.getName());

    private final ClaimedRun run;
    private final Incarnation owner;
    private final LifecycleDependencies means;
    private final ActiveRun held;
    private final BufferBudget.Share share;
    private final Runnable left;
    private final RunOutlet outlet;
    private final RunTouch touch;

    /**
     * @param share what the run holds in memory
     * @param left told when the run is no longer in hand
     */
    RunPump(
            ClaimedRun run,
            Incarnation owner,
            LifecycleDependencies means,
            ActiveRun held,
            BufferBudget.Share share,
            Runnable left) {
        this.run = run;
        this.owner = owner;
        this.means = means;
        this.held = held;
        this.share = share;
        this.left = left;
        this.outlet = new RunOutlet(run, owner, means, held::isHere);
        this.touch = new RunTouch(held, outlet, this::pump);
    }

    RunTouch touch() {
        return touch;
    }

    void pump() {
        RunStep step = held.next(means.lease().mayActAs(owner), means.clock().instant());
        share.holds(held.bytes());
        switch (step) {
            case RunStep.Idle idle -> {}
            case RunStep.Send send -> send(send);
            case RunStep.Seal seal -> seal();
            case RunStep.Finish finish ->
                outlet.finish(finish, held.state()).subscribe().with(this::finished);
            case RunStep.GiveBack back -> giveBack(back);
            case RunStep.Leave leave -> {
                log(Level.INFO, "left", leave.why());
                leave(true);
            }
        }
    }

    private void send(RunStep.Send send) {
        Uni<Boolean> ready =
                send.touches() ? touch.beforeSend() : Uni.createFrom().item(true);
        ready.chain(ours ->
                        ours ? outlet.publish(send.record()) : Uni.createFrom().item(false))
                .subscribe()
                .with(this::sent, why -> {});
    }

    private void sent(boolean ours) {
        if (!ours) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt");
            leave(true);
            return;
        }
        held.sent();
        pump();
        complete(held.resumed());
    }

    private void seal() {
        List<ResultPayload> closing = held.execution().seal();
        if (!held.sealed(closing, means.clock().instant())) {
            log(Level.WARNING, "cut", "the message that closes its deltas is larger than a record may be");
        }
        pump();
    }

    private void finished(boolean stored) {
        if (!stored) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt or an end");
        }
        held.settle(stored);
        FailureCode stop = held.stoppedBy();
        // A cancelled run may go on asking for itself for a while, so that a polite runner learns of it.
        leave(!(stored && stop == FailureCode.CANCELLED));
        if (stored && stop != null) {
            outlet.fence();
        }
    }

    private void giveBack(RunStep.GiveBack back) {
        held.execution().close();
        outlet.giveBack(back.how(), held.state())
                .subscribe()
                .with(
                        queued -> {
                            held.settle(queued);
                            leave(true);
                        },
                        why -> {});
    }

    /** @param closing whether its execution ends with it */
    void leave(boolean closing) {
        held.leave().ifPresent(behind -> {
            share.close();
            if (closing) {
                behind.execution().close();
            }
            complete(behind.paused());
            left.run();
        });
    }

    private static void complete(@Nullable UniEmitter<? super Void> paused) {
        if (paused != null) {
            paused.complete(null);
        }
    }

    void log(Level level, String what, String why) {
        LOG.log(level, "{0} runId={1} attempt={2}: {3}", what, run.runId(), run.attempt(), why);
    }
}
