package dev.agenthost.delivery.run;

import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.ProgressProducer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes graphs of actions to adapters that show them, without storing them: at most one record of a graph in an interval. A
 * view that follows sooner waits for the end of the interval, and a later one replaces it; the view of a graph that does not run is
 * published at once. A view that differs from the published one in its usage alone is not published.
 */
public final class ProgressFeed {
    private static final int MOST_GRAPHS = 1_000;

    private final DestinationRouter routes;
    private final ProgressProducer topic;
    private final Duration interval;
    private final BiConsumer<Duration, Runnable> timer;
    private final ConversationGate gate;

    /** The graphs of which a record was published in the interval before, with the view that waits: itself if none does. */
    private final Map<String, GraphProgress> paused = new HashMap<>();

    /** The fingerprints of the last published views of graphs, of those that were published last. */
    private final Map<String, String> published = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST_GRAPHS;
        }
    };

    /**
     * @param interval the shortest time between two records of a graph that runs
     * @param timer runs a task after a delay
     * @param gate closed for conversations that an operator has taken over
     */
    public ProgressFeed(
            DestinationRouter routes,
            ProgressProducer topic,
            Duration interval,
            BiConsumer<Duration, Runnable> timer,
            ConversationGate gate) {
        this.routes = routes;
        this.topic = topic;
        this.interval = interval;
        this.timer = timer;
        this.gate = gate;
    }

    /** Publishes the views of a batch, now or soon. */
    public synchronized void applied(BatchPlan plan) {
        plan.graphs().forEach(this::accept);
    }

    private void accept(GraphProgress graph) {
        if (adapter(graph) == null) {
            return;
        }
        boolean isPaused = paused.put(graph.id(), graph) != null;
        if (!isPaused || !graph.isRunning()) {
            publish(graph);
        }
        if (!isPaused) {
            timer.accept(interval, () -> resume(graph.id(), graph));
        }
    }

    /** Publishes the view that has waited, and pauses again; nothing has waited if the last published view is the latest. */
    private synchronized void resume(String id, GraphProgress published) {
        GraphProgress latest = paused.get(id);
        if (latest == null || latest == published || !latest.isRunning()) {
            paused.remove(id);
            return;
        }
        publish(latest);
        timer.accept(interval, () -> resume(id, latest));
    }

    private void publish(GraphProgress graph) {
        String adapter = adapter(graph);
        if (adapter != null
                && !gate.isTakenOver(graph.progress().conversationKey())
                && !graph.fingerprint().equals(published.put(graph.id(), graph.fingerprint()))) {
            topic.publish(adapter, graph.progress().conversationKey(), graph.outbound())
                    .subscribe()
                    .with(isPublished -> {}, ignored -> {});
        }
    }

    private @Nullable String adapter(GraphProgress graph) {
        return routes.progressAdapter(
                graph.progress().key().workspaceId(), graph.progress().delivery());
    }
}
