package dev.agenthost.delivery.run;

import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.DeltaProducer;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.id.EventId;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Publishes deltas to adapters while an answer is being generated, without storing them. The replica that applied a
 * run's beginning follows the run; after a take-over no more deltas come, but the whole part does. Published deltas are
 * therefore always a prefix of the part, and none comes after the part, unless a replica was paused while it sent one.
 */
public final class DeltaFeed {

    /** Most runs that are followed; beyond it, the least recently used run is dropped, because its end may never arrive. */
    private static final int FOLLOWED = 10_000;

    private final DestinationRouter routes;
    private final DeltaProducer topic;
    private final TypingProducer typing;
    private final Map<String, RunDeltaState> followed = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunDeltaState> eldest) {
            return size() > FOLLOWED;
        }
    };

    public DeltaFeed(DestinationRouter routes, DeltaProducer topic, TypingProducer typing) {
        this.routes = routes;
        this.topic = topic;
        this.typing = typing;
    }

    /** Returns true if any adapter receives deltas. */
    public boolean isOn() {
        return routes.showDeltas();
    }

    /** Returns true if records of that run that hold only deltas are needed. */
    public synchronized boolean follows(String runId) {
        return followed.containsKey(runId);
    }

    /** Applies the changes of a batch: runs that begin, go on to their next part, or end. */
    public synchronized void applied(BatchPlan plan) {
        for (ResultProgress standing : plan.changed()) {
            String run = standing.key().runId().toString();
            RunDeltaState before = followed.get(run);
            String adapter = routes.shownTo(standing.key().workspaceId(), standing.delivery());
            boolean begins = plan.begun().contains(standing.key());
            if (begins && !standing.ended()) {
                type(standing);
            }
            if (standing.ended() || adapter == null) {
                followed.remove(run);
            } else if (begins || before != null) {
                followed.put(run, RunDeltaState.after(before, adapter, standing));
            }
        }
    }

    /**
     * Publishes the deltas of unfinished parts in these records, in their order, merged to one for each run. Completes
     * when the outcome at the broker is known; never fails.
     */
    public Uni<Void> show(List<ResultRecord> records) {
        Map<String, List<ResultRecord>> byRun = new LinkedHashMap<>();
        for (ResultRecord record : records) {
            byRun.computeIfAbsent(record.results().runId().toString(), run -> new ArrayList<>())
                    .add(record);
        }
        List<Uni<Void>> pieces = new ArrayList<>();
        synchronized (this) {
            byRun.forEach((id, said) -> {
                RunDeltaState run = followed.computeIfPresent(id, (same, shown) -> shown.with(said));
                ResultRecord last = said.getLast();
                OutboundDelta piece = run == null ? null : run.piece(last.key());
                if (run != null && piece != null) {
                    followed.put(id, run.shown());
                    pieces.add(publish(run.adapter(), last, piece));
                }
            });
        }
        return pieces.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(pieces).andCollectFailures().replaceWithVoid();
    }

    private Uni<Void> publish(String adapter, ResultRecord record, OutboundDelta piece) {
        return topic.publish(adapter, record.results().conversationKey(), piece, record.traceparent())
                .invoke(isThere -> {
                    if (!isThere) {
                        lost(piece);
                    }
                })
                .replaceWithVoid();
    }

    private void type(ResultProgress standing) {
        DeliveryState state = standing.delivery();
        String adapter = routes.typesTo(standing.key().workspaceId(), state);
        if (adapter == null || state.eventId() == null || state.botId() == null || state.context() == null) {
            return;
        }
        OutboundTyping begins = new OutboundTyping(
                standing.key().runId(),
                standing.highest().attempt(),
                new EventId(state.eventId()),
                standing.key().workspaceId(),
                state.botId(),
                state.conversationId(),
                state.threadId(),
                state.context().replyTarget());
        typing.publish(adapter, standing.conversationKey(), begins).subscribe().with(isThere -> {}, why -> {});
    }

    /** Stops the deltas of a part after a lost one, because the rest would be unintelligible. */
    private synchronized void lost(OutboundDelta piece) {
        followed.computeIfPresent(
                piece.runId().toString(), (id, run) -> run.part() == piece.part() ? run.silenced() : run);
    }
}
