package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The runs that this replica conducts now. */
public final class ActiveRuns implements RunOwnership {
    private static final Logger LOG = System.getLogger(ActiveRuns.class.getName());
    /** How long {@code run_get} of a cancelled run goes on answering its runner. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private record Cancelled(RunLifecycle run, long closeAt) {}

    private final LifecycleDependencies means;
    private final Map<RunId, RunLifecycle> conductors = new ConcurrentHashMap<>();
    private final Queue<Cancelled> cancelled = new ConcurrentLinkedQueue<>();
    private final AbandonedRuns letGo = new AbandonedRuns();

    public ActiveRuns(LifecycleDependencies means) {
        this.means = means;
        means.finisher().onClaimed(this::start);
        means.lease().onRenewed(() -> conductors.values().forEach(RunLifecycle::wake));
        means.lease().onLost(this::drop);
    }

    /**
     * Starts a run that this replica has just claimed; an older attempt that is still in hand gives way. One that is in hand
     * already goes on.
     *
     * @param owner in whose name it was claimed: by the time the answer comes, this replica may live under another
     */
    public void start(ClaimedRun run, Incarnation owner) {
        if (!means.lease().mayActAs(owner)) {
            // The answer to the claim came too late. Nothing was started: a sweep gives the run back.
            LOG.log(Level.WARNING, "claimed too late runId={0} attempt={1}", run.runId(), run.attempt());
            return;
        }
        RunLifecycle older = conductors.get(run.runId());
        if (older != null && older.run().attempt() < run.attempt()) {
            older.drop();
            conductors.remove(run.runId(), older);
        }
        RunLifecycle conductor = new RunLifecycle(run, owner, means, this::left);
        if (conductors.putIfAbsent(run.runId(), conductor) == null) {
            conductor.begin();
        }
    }

    /** Whether it holds that attempt of the run. */
    public boolean holds(RunKey key, int attempt) {
        RunLifecycle conductor = conductors.get(key.runId());
        return conductor != null
                && conductor.run().key().equals(key)
                && conductor.run().attempt() == attempt;
    }

    /** That attempt of the run, where it was started here and left without the ledger's knowing. */
    public Optional<AbandonedRuns.Started> letGo(RunKey key, int attempt) {
        return letGo.find(key, attempt);
    }

    /** The ledger shows these as held by this replica, and no others of some age. */
    public void shown(Set<RunKey> open) {
        letGo.keepOnly(open, means.nanos().getAsLong());
    }

    public int size() {
        return conductors.size();
    }

    public void cancel(RunKey key) {
        RunLifecycle conductor = conductors.get(key.runId());
        if (conductor != null && conductor.run().key().equals(key)) {
            conductor.cancel();
        }
    }

    /** This replica is stopped: every run goes back or ends, as its policy says. */
    public void release() {
        conductors.values().forEach(RunLifecycle::release);
    }

    /** Time passes: deadlines, and the end of what cancelled runs were left. */
    public void tick() {
        long now = means.nanos().getAsLong();
        conductors.values().forEach(conductor -> conductor.tick(now));
        for (Cancelled first = cancelled.peek();
                first != null && now - first.closeAt() >= 0;
                first = cancelled.peek()) {
            cancelled.remove(first);
            first.run().close();
        }
    }

    @Override
    public boolean mayAct() {
        return means.lease().mayAct();
    }

    @Override
    public Uni<Boolean> touch(RunId run, int attempt) {
        RunLifecycle conductor = conductors.get(run);
        return conductor == null || conductor.run().attempt() != attempt
                ? Uni.createFrom().item(false)
                : conductor.touch();
    }

    private void drop(Incarnation dead) {
        conductors.values().stream()
                .filter(conductor -> conductor.owner().equals(dead))
                .forEach(RunLifecycle::drop);
    }

    private void left(RunLifecycle conductor) {
        if (!conductor.held().isSettled()) {
            letGo.add(conductor.run(), conductor.held().because(), means.nanos().getAsLong());
        }
        conductors.remove(conductor.run().runId(), conductor);
        if (conductor.held().stoppedBy() == FailureCode.CANCELLED) {
            cancelled.add(new Cancelled(conductor, means.nanos().getAsLong() + GRACE.toNanos()));
        }
    }
}
