package dev.agenthost.delivery.run;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.DeltaProducer;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.PreviewProducer;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.id.EventId;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishes deltas to adapters and to the chats of bots while an answer is being generated, without storing them. The replica that
 * applied a run's beginning follows the run; after a takeover no more deltas are published, but the whole part is. Published deltas are
 * therefore always a prefix of the part, and none comes after the part, unless a replica was paused while it sent one.
 */
public final class DeltaFeed {

    /** Most runs that are followed; beyond it, the least recently used run is dropped, because its end may never arrive. */
    private static final int FOLLOWED = 10_000;

    private final DestinationRouter routes;
    private final DeltaProducer topic;
    private final TypingProducer typing;
    private final PreviewProducer previews;
    private final Function<BotPlatform, TypingProducer> botTyping;
    private final ConversationGate gate;
    private final Map<String, RunDeltaState> followed = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunDeltaState> eldest) {
            return size() > FOLLOWED;
        }
    };

    /**
     * @param topic publishes deltas to adapters
     * @param typing notifies adapters
     * @param previews shows deltas in the chats of bots
     * @param botTyping notifies the chats of bots of each platform
     * @param gate closed for conversations that an operator has taken over
     */
    public DeltaFeed(
            DestinationRouter routes,
            DeltaProducer topic,
            TypingProducer typing,
            PreviewProducer previews,
            Function<BotPlatform, TypingProducer> botTyping,
            ConversationGate gate) {
        this.routes = routes;
        this.topic = topic;
        this.typing = typing;
        this.previews = previews;
        this.botTyping = botTyping;
        this.gate = gate;
    }

    /** Returns true if any bot or adapter receives deltas. */
    public boolean isOn() {
        return routes.anyDeltas();
    }

    /** Returns true if records of that run that hold only deltas are needed. */
    public synchronized boolean follows(String runId) {
        return followed.containsKey(runId);
    }

    /** Applies the changes of a batch: runs that begin, go on to their next part, or end. */
    public synchronized void applied(BatchPlan plan) {
        for (ResultProgress progress : plan.changed()) {
            String run = progress.key().runId().toString();
            RunDeltaState before = followed.get(run);
            Destination to = routes.deltaDestination(progress.key().workspaceId(), progress.delivery());
            boolean begins = plan.started().contains(progress.key());
            if (begins && !progress.ended()) {
                publishTyping(progress);
            }
            if (progress.ended() || to == null) {
                followed.remove(run);
            } else if (begins || before != null) {
                followed.put(run, RunDeltaState.after(before, to, progress));
            }
            endPreview(progress.key(), before);
        }
    }

    /**
     * Publishes the deltas of unfinished parts in these records, in their order, merged to one for each run. Completes
     * when the outcome at the broker is known; never fails.
     */
    public Uni<Void> publishDeltas(List<ResultRecord> records) {
        Map<String, List<ResultRecord>> byRun = new LinkedHashMap<>();
        for (ResultRecord record : records) {
            byRun.computeIfAbsent(record.results().runId().toString(), run -> new ArrayList<>())
                    .add(record);
        }
        List<Uni<Void>> publications = new ArrayList<>();
        synchronized (this) {
            byRun.forEach((id, runRecords) -> {
                RunDeltaState run = followed.computeIfPresent(id, (same, state) -> state.with(runRecords));
                ResultRecord last = runRecords.getLast();
                OutboundDelta delta = run == null ? null : run.nextDelta(last.key());
                if (run != null && delta != null) {
                    followed.put(id, run.published());
                    publications.add(publish(run.to(), last, delta));
                }
            });
        }
        return publications.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(publications).andCollectFailures().replaceWithVoid();
    }

    private Uni<Void> publish(Destination to, ResultRecord record, OutboundDelta delta) {
        String key = record.results().conversationKey();
        Uni<Boolean> publication =
                gate.isTakenOver(key) ? Uni.createFrom().item(false) : publish(to, key, delta, record.traceparent());
        return publication
                .invoke(isPublished -> {
                    if (!isPublished) {
                        stopPart(delta);
                    }
                })
                .replaceWithVoid();
    }

    private Uni<Boolean> publish(
            Destination to, String conversationKey, OutboundDelta delta, @Nullable String traceparent) {
        return switch (to) {
            case Destination.Outbound(String adapter) -> topic.publish(adapter, conversationKey, delta, traceparent);
            case Destination.Bot bot -> previews.publish(bot, conversationKey, delta);
            case Destination.Webhook webhook -> Uni.createFrom().item(false);
        };
    }

    /** Ends the preview before its part is sent; the caller wakes the dispatcher after it. */
    private void endPreview(RunKey key, @Nullable RunDeltaState before) {
        RunDeltaState now = followed.get(key.runId().toString());
        if (before != null && (now == null || now.part() != before.part())) {
            previews.ended(key.runId());
        }
    }

    private void publishTyping(ResultProgress progress) {
        DeliveryState state = progress.delivery();
        Destination to = routes.typingDestination(progress.key().workspaceId(), state);
        if (to == null || gate.isTakenOver(progress.conversationKey())) {
            return;
        }
        if (state.eventId() == null || state.botId() == null || state.context() == null) {
            return;
        }
        OutboundTyping begins = new OutboundTyping(
                progress.key().runId(),
                progress.highest().attempt(),
                new EventId(state.eventId()),
                progress.key().workspaceId(),
                state.botId(),
                state.conversationId(),
                state.threadId(),
                state.context().replyTarget());
        publish(to, progress.conversationKey(), begins).subscribe().with(isPublished -> {}, ignored -> {});
    }

    private Uni<Boolean> publish(Destination to, String conversationKey, OutboundTyping begins) {
        return switch (to) {
            case Destination.Outbound(String adapter) -> typing.publish(adapter, conversationKey, begins);
            case Destination.Bot(BotPlatform platform, String botId) ->
                botTyping.apply(platform).publish(botId, conversationKey, begins);
            case Destination.Webhook webhook -> Uni.createFrom().item(false);
        };
    }

    /** Stops the deltas of a part after a lost one, because the rest would be unintelligible. */
    private synchronized void stopPart(OutboundDelta delta) {
        followed.computeIfPresent(
                delta.runId().toString(), (id, run) -> run.part() == delta.part() ? run.stopped() : run);
    }
}
