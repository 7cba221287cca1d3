package dev.agenthost.runners.actiongraph.projection;

import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunOutput;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the views of the graphs of one run, at most one in an interval. A view that follows sooner waits, and a later one replaces
 * it; the view of a graph that does not run is published at once, so that the last one is never lost. Thread-safe.
 */
public final class ProjectionPublisher {
    private final RunOutput out;
    private final Duration interval;
    private @Nullable UiProjection last;
    private @Nullable Supplier<UiProjection> pending;
    private boolean isPaused;

    /** @param interval the shortest time between two views of a graph that runs */
    public ProjectionPublisher(RunOutput out, Duration interval) {
        this.out = out;
        this.interval = interval;
    }

    /**
     * Publishes a view, now or soon, if more than its usage differs from the one before it.
     *
     * @param status of the view
     * @param view makes the view from values that do not change; called by any thread, and not if a later view replaces it
     */
    public synchronized void publish(UiStatus status, Supplier<UiProjection> view) {
        pending = view;
        if (!isPaused || status != UiStatus.RUNNING) {
            emit();
        }
    }

    /** Publishes the last view once more with the cost at the end of the run; nothing if there was no view. */
    public synchronized void end(UiProjection.Usage usage) {
        emit();
        if (last != null) {
            ProjectionSize.fit(last.with(usage)).ifPresent(this::show);
        }
    }

    private void emit() {
        if (pending == null) {
            return;
        }
        UiProjection view = pending.get();
        pending = null;
        if (view.with(null).equals(last)) {
            return;
        }
        last = view.with(null);
        ProjectionSize.fit(view).ifPresent(this::show);
        if (!isPaused) {
            isPaused = true;
            Thread.ofVirtual().name("projection").start(this::resume);
        }
    }

    private void show(UiProjection view) {
        try {
            out.projection(view);
        } catch (RunCancelledException | IllegalStateException ended) {
            // The run has ended, and with it the interest in its progress.
        }
    }

    private void resume() {
        try {
            Thread.sleep(interval);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            isPaused = false;
            emit();
        }
    }
}
