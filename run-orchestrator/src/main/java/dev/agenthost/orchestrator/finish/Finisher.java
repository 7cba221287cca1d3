package dev.agenthost.orchestrator.finish;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.lease.LeaseKeeper;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.publish.ResultTopic;
import dev.agenthost.orchestrator.retry.Gathering;
import dev.agenthost.orchestrator.retry.Steadily;
import dev.agenthost.orchestrator.room.Demand;
import dev.agenthost.orchestrator.room.Places;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.run.RunKey;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * Ends runs: store under guard, publish, mark and release the turn. A death between any two of them loses nothing: what
 * is stored is published by whoever sweeps, byte for byte.
 */
public final class Finisher {
    private static final int BATCH = 64;

    private final FinishLedger ledger;
    private final ResultTopic topic;
    private final Places places;
    private final LeaseKeeper lease;
    private final Gathering<Finish, Boolean> stores;
    private final Gathering<Published, Boolean> marks;
    private final Set<RunKey> publishing = ConcurrentHashMap.newKeySet();
    private final List<BiConsumer<ClaimedRun, Incarnation>> claimed = new CopyOnWriteArrayList<>();

    public Finisher(FinishLedger ledger, ResultTopic topic, Places places, LeaseKeeper lease) {
        this.ledger = ledger;
        this.topic = topic;
        this.places = places;
        this.lease = lease;
        this.stores = new Gathering<>(ledger::store, BATCH);
        this.marks = new Gathering<>(this::mark, BATCH);
    }

    /** Calls back with each next run of a conversation that was claimed on the way, and in whose name. */
    public void onClaimed(BiConsumer<ClaimedRun, Incarnation> start) {
        claimed.add(start);
    }

    /** Completes when the end is stored, or with false when the run is no longer as it says; publishes in the background. */
    public Uni<Boolean> finish(Finish end) {
        return Steadily.call(() -> stores.submit(end)).invoke(stored -> {
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
        // It is stored: whoever publishes it says the same to the byte, lease or not.
        Steadily.call(() -> topic.publish(terminal, () -> true))
                .map(position -> new Published(key, position, runnerId))
                .chain(published -> Steadily.call(() -> marks.submit(published)))
                .onTermination()
                .invoke(() -> publishing.remove(key))
                .subscribe()
                .with(marked -> {});
    }

    /** Whether nothing that is stored is on its way to the topic. */
    public boolean isIdle() {
        return publishing.isEmpty();
    }

    private Uni<List<Boolean>> mark(List<Published> batch) {
        Map<Demand, Integer> wanted = new HashMap<>();
        batch.forEach(one -> wanted.merge(new Demand(one.runnerId(), one.key().workspaceId()), 1, Integer::sum));
        Room room = lease.mayAct() ? places.take(wanted) : Room.NONE;
        Incarnation owner = lease.incarnation();
        return ledger.mark(batch, owner, room)
                .invoke(released ->
                        released.claimed().forEach(run -> claimed.forEach(start -> start.accept(run, owner))))
                .onTermination()
                .invoke(() -> places.giveBack(room))
                .map(released -> batch.stream().map(one -> true).toList());
    }
}
