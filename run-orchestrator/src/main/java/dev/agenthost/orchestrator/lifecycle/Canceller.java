package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationFactory;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.LeaseKeeper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends cancelled runs: this replica's runs by {@link ActiveRuns}, unclaimed runs directly. */
public final class Canceller {
    private static final Logger LOG = System.getLogger(Canceller.class.getName());
    private static final int MOST = 200;

    private final CancellationRepository repository;
    private final LeaseKeeper lease;
    private final ActiveRuns activeRuns;
    private final Finisher finisher;
    private final RunFence fence;
    private final InstantSource clock;
    private final AtomicInteger wakes = new AtomicInteger();

    public Canceller(
            CancellationRepository repository,
            LeaseKeeper lease,
            ActiveRuns activeRuns,
            Finisher finisher,
            RunFence fence,
            InstantSource clock) {
        this.repository = repository;
        this.lease = lease;
        this.activeRuns = activeRuns;
        this.finisher = finisher;
        this.fence = fence;
        this.clock = clock;
    }

    /** Reads the requests: there may be a new one. */
    public void wake() {
        if (wakes.getAndIncrement() == 0) {
            look(1);
        }
    }

    private void look(int seen) {
        repository
                .open(lease.incarnation(), MOST)
                .invoke(runs -> runs.forEach(this::cancel))
                .subscribe()
                .with(runs -> again(seen), why -> {
                    LOG.log(Level.WARNING, "cancellations not read: {0}", why.toString());
                    again(seen);
                });
    }

    private void cancel(StoredRun run) {
        if (run.state() instanceof RunState.Running) {
            activeRuns.cancel(run.key());
            return;
        }
        RunDecision decision = RunDecider.decide(run.state(), run.binding().retryPolicy(), new RunCommand.Cancelled());
        if (decision instanceof RunDecision.End end) {
            finisher.finish(RunTerminationFactory.of(run, end, "cancelled on request", clock.instant()))
                    .subscribe()
                    .with(stored -> {
                        if (stored) {
                            fence.end(run.key(), end.next().attempt())
                                    .subscribe()
                                    .with(done -> {}, why -> {});
                        }
                    });
        }
    }

    private void again(int seen) {
        int left = wakes.addAndGet(-seen);
        if (left > 0) {
            look(left);
        }
    }
}
