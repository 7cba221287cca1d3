package dev.agenthost.orchestrator.claim;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.lease.LeaseKeeper;
import dev.agenthost.orchestrator.conduct.RunsInHand;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.room.Places;
import dev.agenthost.orchestrator.room.Room;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Takes queued runs whose runner has room here. One claim at a time; what wakes it meanwhile makes it look again. */
public final class Claimer {
    private static final Logger LOG = System.getLogger(Claimer.class.getName());
    /** Of one runner, in one claim. */
    private static final int MOST = 64;

    private final ClaimLedger ledger;
    private final Places places;
    private final LeaseKeeper lease;
    private final RunsInHand hand;
    private final Supplier<Map<String, Integer>> free;
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile boolean moreMayBeQueued = true;
    private volatile Set<String> known = Set.of();

    /** @param free places at each runner, by runner id */
    public Claimer(
            ClaimLedger ledger,
            Places places,
            LeaseKeeper lease,
            RunsInHand hand,
            Supplier<Map<String, Integer>> free) {
        this.ledger = ledger;
        this.places = places;
        this.lease = lease;
        this.hand = hand;
        this.free = free;
    }

    /** Something may be queued. */
    public void wake() {
        if (wakes.getAndIncrement() == 0) {
            pull(1);
        }
    }

    /** Room grew, or a runner came: worth a look only if something was left, or the runner is new here. */
    public void roomGrew() {
        if (moreMayBeQueued || !known.containsAll(free.get().keySet())) {
            wake();
        }
    }

    private void pull(int seen) {
        known = Set.copyOf(free.get().keySet());
        Room room = lease.mayAct() ? places.takeAll(MOST) : Room.NONE;
        if (room.isEmpty()) {
            moreMayBeQueued = true;
            again(seen);
            return;
        }
        moreMayBeQueued = false;
        Incarnation owner = lease.incarnation();
        ledger.claim(owner, room)
                .onTermination()
                .invoke((runs, why, cancelled) -> {
                    if (runs != null) {
                        start(runs, owner, room);
                    }
                    places.giveBack(room);
                })
                .subscribe()
                .with(runs -> again(seen), why -> {
                    LOG.log(Level.WARNING, "claim failed: {0}", why.toString());
                    again(seen);
                });
    }

    private void start(List<ClaimedRun> runs, Incarnation owner, Room room) {
        Map<String, Long> taken = runs.stream()
                .collect(Collectors.groupingBy(run -> run.binding().runnerId().toString(), Collectors.counting()));
        if (taken.entrySet().stream().anyMatch(each -> each.getValue() >= room.of(each.getKey()))) {
            // As much as there was room for: there may be more.
            moreMayBeQueued = true;
            wakes.incrementAndGet();
        }
        runs.forEach(run -> hand.start(run, owner));
    }

    private void again(int seen) {
        int left = wakes.addAndGet(-seen);
        if (left > 0) {
            pull(left);
        }
    }
}
