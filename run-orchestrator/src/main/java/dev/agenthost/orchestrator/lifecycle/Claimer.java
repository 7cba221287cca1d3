package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Claims queued runs for the free slots of this replica, one claim at a time. A wake during a claim causes another claim. */
public final class Claimer {
    private static final Logger LOG = System.getLogger(Claimer.class.getName());
    /** The most runs of one pool in a claim. */
    private static final int MOST = 64;

    private final ClaimRepository repository;
    private final SlotReservations places;
    private final LeaseKeeper lease;
    private final ActiveRuns activeRuns;
    private final Supplier<Map<SlotPool, Integer>> free;
    private final WorkspaceFairQueue turns;
    private final AtomicInteger wakes = new AtomicInteger();
    /** Pools without queued runs after the last claim. */
    private volatile Set<SlotPool> exhausted = Set.of();

    /** @param free slots of each pool */
    public Claimer(
            ClaimRepository repository,
            SlotReservations places,
            LeaseKeeper lease,
            ActiveRuns activeRuns,
            Supplier<Map<SlotPool, Integer>> free,
            WorkspaceWeights weights) {
        this.repository = repository;
        this.places = places;
        this.lease = lease;
        this.activeRuns = activeRuns;
        this.free = free;
        this.turns = new WorkspaceFairQueue(weights);
    }

    /** Claims if a run may be queued. */
    public void wake() {
        if (wakes.getAndIncrement() == 0) {
            pull(1);
        }
    }

    /** Claims if a pool with a free slot may have queued runs: the last claim filled its slots or omitted the pool. */
    public void onCapacityAvailable() {
        Set<SlotPool> nothingLeft = exhausted;
        if (free.get().entrySet().stream()
                .anyMatch(pool -> pool.getValue() > 0 && !nothingLeft.contains(pool.getKey()))) {
            wake();
        }
    }

    private void pull(int seen) {
        SlotReservation room = lease.mayAct() ? places.takeAll(MOST) : SlotReservation.NONE;
        exhausted = room.slots().stream().map(SlotReservation.Slots::pool).collect(Collectors.toUnmodifiableSet());
        if (room.isEmpty()) {
            again(seen);
            return;
        }
        Incarnation owner = lease.incarnation();
        turns.keepOnly(free.get().keySet());
        repository
                .claim(owner, room, turns)
                .onTermination()
                .invoke((runs, why, cancelled) -> {
                    if (runs != null) {
                        start(runs, owner, room);
                    }
                    places.giveBack(room);
                })
                .subscribe()
                .with(runs -> again(seen), why -> {
                    exhausted = Set.of();
                    LOG.log(Level.WARNING, "claim failed: {0}", why.toString());
                    again(seen);
                });
    }

    private void start(List<ClaimedRun> runs, Incarnation owner, SlotReservation room) {
        Set<SlotPool> filled = new HashSet<>();
        for (SlotReservation.Slots slots : room.slots()) {
            List<String> workspaces = runs.stream()
                    .filter(run -> slots.pool().equals(run.pool()))
                    .map(ClaimedRun::workspaceId)
                    .toList();
            turns.claimed(slots.pool(), workspaces);
            if (workspaces.size() >= slots.count()) {
                filled.add(slots.pool());
            }
        }
        if (!filled.isEmpty()) {
            // The claim filled all slots: more runs may be queued.
            exhausted =
                    exhausted.stream().filter(pool -> !filled.contains(pool)).collect(Collectors.toUnmodifiableSet());
            wakes.incrementAndGet();
        }
        runs.forEach(run -> activeRuns.start(run, owner));
    }

    private void again(int seen) {
        int left = wakes.addAndGet(-seen);
        if (left > 0) {
            pull(left);
        }
    }
}
