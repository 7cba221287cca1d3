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
 * Ends runs: stores the end under guard, publishes, marks, and releases the turn. After a crash between any two steps a sweep publishes the
 * stored bytes.
 */
public final class Finisher {
    private static final int BATCH = 64;

    private final RunTerminationRepository repository;
    private final ResultProducer producer;
    private final SlotReservations reservations;
    private final LeaseKeeper lease;
    private final RequestBatcher<RunTermination, Boolean> stores;
    private final RequestBatcher<PublishedTermination, Boolean> marks;
    private final Set<RunKey> publishing = ConcurrentHashMap.newKeySet();
    private final List<BiConsumer<ClaimedRun, Incarnation>> claimed = new CopyOnWriteArrayList<>();

    public Finisher(
            RunTerminationRepository repository,
            ResultProducer producer,
            SlotReservations reservations,
            LeaseKeeper lease) {
        this.repository = repository;
        this.producer = producer;
        this.reservations = reservations;
        this.lease = lease;
        this.stores = new RequestBatcher<>(repository::store, BATCH);
        this.marks = new RequestBatcher<>(this::mark, BATCH);
    }

    /** Registers a consumer of the next runs of conversations that a release of turns has claimed, with the claiming incarnation. */
    public void onClaimed(BiConsumer<ClaimedRun, Incarnation> start) {
        claimed.add(start);
    }

    /** Completes when the end is stored, or with false if the run has another state than the end expects; publishes in the background. */
    public Uni<Boolean> finish(RunTermination end) {
        return RetryLoop.call(() -> stores.submit(end)).invoke(stored -> {
            if (stored) {
                FailedRunLog.ended(end.key(), end.after().attempt(), end.runnerId(), end.outcome());
                publish(end.terminal(), end.runnerId());
            }
        });
    }

    /** Publishes a stored end and marks it; does nothing while its publication is running. */
    public void publish(ResultRecord terminal, String runnerId) {
        RunKey key = terminal.key();
        if (!publishing.add(key)) {
            return;
        }
        // The result is stored: every replica publishes the same bytes, with or without a lease.
        RetryLoop.call(() -> producer.publish(terminal, () -> true))
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
        Map<SlotDemand, Integer> demand = new HashMap<>();
        batch.forEach(
                one -> demand.merge(new SlotDemand(one.runnerId(), one.key().workspaceId()), 1, Integer::sum));
        SlotReservation reservation = lease.mayAct() ? reservations.take(demand) : SlotReservation.NONE;
        Incarnation owner = lease.incarnation();
        return repository
                .mark(batch, owner, reservation)
                .invoke(released ->
                        released.claimed().forEach(run -> claimed.forEach(start -> start.accept(run, owner))))
                .onTermination()
                .invoke(() -> reservations.giveBack(reservation))
                .map(released -> batch.stream().map(one -> true).toList());
    }
}
