package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.flowcontrol.RequestBatcher;
import dev.agenthost.orchestrator.flowcontrol.SlotDemand;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.kafka.RetryLoop;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * Ends runs: stores the end under guard, publishes, marks, and releases the turn. A crash between any two steps loses nothing: a sweep
 * publishes the stored bytes.
 */
public final class Finisher {
    private static final int BATCH = 64;

    private final RunTerminationRepository ledger;
    private final ResultProducer topic;
    private final SlotReservations places;
    private final LeaseKeeper lease;
    private final RequestBatcher<RunTermination, Boolean> stores;
    private final RequestBatcher<PublishedTermination, Boolean> marks;
    private final Set<RunKey> publishing = ConcurrentHashMap.newKeySet();
    private final List<BiConsumer<ClaimedRun, Incarnation>> claimed = new CopyOnWriteArrayList<>();

    public Finisher(RunTerminationRepository ledger, ResultProducer topic, SlotReservations places, LeaseKeeper lease) {
        this.ledger = ledger;
        this.topic = topic;
        this.places = places;
        this.lease = lease;
        this.stores = new RequestBatcher<>(ledger::store, BATCH);
        this.marks = new RequestBatcher<>(this::mark, BATCH);
    }

    /** Calls back with each next run of a conversation that was claimed on the way, and in whose name. */
    public void onClaimed(BiConsumer<ClaimedRun, Incarnation> start) {
        claimed.add(start);
    }

    /** Completes when the end is stored, or with false when the run has another state than the end expects; publishes in the background. */
    public Uni<Boolean> finish(RunTermination end) {
        return RetryLoop.call(() -> stores.submit(end)).invoke(stored -> {
            if (stored) {
                FailedRunLog.ended(end.key(), end.after().attempt(), end.runnerId(), end.outcome());
                publish(end.terminal(), end.runnerId());
            }
        });
    }

    /** Publishes a stored end and marks it. Does nothing while it is already at it. */
    public void publish(ResultRecord terminal, String runnerId) {
        RunKey key = terminal.key();
        if (!publishing.add(key)) {
            return;
        }
        // The result is stored: every replica publishes the same bytes, with or without a lease.
        RetryLoop.call(() -> topic.publish(terminal, () -> true))
                .map(position -> new PublishedTermination(key, position, runnerId))
                .chain(published -> RetryLoop.call(() -> marks.submit(published)))
                .onTermination()
                .invoke(() -> publishing.remove(key))
                .subscribe()
                .with(marked -> {});
    }

    /** Returns true if no stored end is being published. */
    public boolean isIdle() {
        return publishing.isEmpty();
    }

    private Uni<List<Boolean>> mark(List<PublishedTermination> batch) {
        Map<SlotDemand, Integer> wanted = new HashMap<>();
        batch.forEach(
                one -> wanted.merge(new SlotDemand(one.runnerId(), one.key().workspaceId()), 1, Integer::sum));
        SlotReservation room = lease.mayAct() ? places.take(wanted) : SlotReservation.NONE;
        Incarnation owner = lease.incarnation();
        return ledger.mark(batch, owner, room)
                .invoke(released ->
                        released.claimed().forEach(run -> claimed.forEach(start -> start.accept(run, owner))))
                .onTermination()
                .invoke(() -> places.giveBack(room))
                .map(released -> batch.stream().map(one -> true).toList());
    }
}
