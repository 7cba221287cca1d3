package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The waits of one graph for delegated runs and for times. Used by one thread. */
final class OpenWaits {
    private final GraphRun graph;
    private final ActionThreads threads;
    private final ContinuedWaits continued;
    private final Set<String> watched = new HashSet<>();
    private final Set<String> timers = new HashSet<>();
    private CountDownLatch stop = new CountDownLatch(1);
    private boolean isResumed;

    OpenWaits(GraphRun graph, ActionThreads threads, ContinuedWaits continued) {
        this.graph = graph;
        this.threads = threads;
        this.continued = continued;
    }

    /** One iteration that waits. */
    private record Wait(AttemptName name, Suspension suspension) {
        String timer() {
            return name + (suspension.reason() == SuspensionReason.RETRY ? "/retry" : "/timer");
        }

        GraphInput input() {
            AttemptId id = name.attempt();
            return suspension.reason() == SuspensionReason.RETRY
                    ? new GraphInput.RetryDue(id.actionId(), id.iteration())
                    : new GraphInput.Completed(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE);
        }
    }

    /**
     * Goes on with the waits of a stored graph.
     *
     * @param fired name of the timer whose event continues the graph; null if there is none
     */
    void resume(@Nullable String fired) {
        isResumed = true;
        for (Wait wait : all(SuspensionReason.RETRY, SuspensionReason.TIMER)) {
            if (wait.timer().equals(fired)) {
                threads.after(Duration.ZERO, wait.input());
            } else {
                begin(wait);
            }
        }
        for (Wait wait : all(SuspensionReason.ASSIGNMENT)) {
            String run = graph.record().delegations().get(wait.name().toString());
            Optional<ActionOutcome> ended =
                    run == null ? Optional.empty() : continued.delegations().outcome(run);
            if (ended.isPresent()) {
                watched.add(wait.name().toString());
                threads.ended(wait.name().attempt(), ended.get());
            }
        }
        watch();
    }

    /** Begins the wait of an iteration for a time. */
    void begin(String actionId, int iteration) {
        all(SuspensionReason.RETRY, SuspensionReason.TIMER).stream()
                .filter(wait -> wait.name().attempt().actionId().equals(actionId)
                        && wait.name().attempt().iteration() == iteration)
                .forEach(this::begin);
    }

    private void begin(Wait wait) {
        Duration delay = wait.suspension().delay();
        if (continued.isLong(delay)) {
            switch (continued.timers().set(wait.timer(), delay)) {
                case HostTimers.Timer.Due due -> {
                    timers.add(wait.timer());
                    Duration left = Duration.between(Instant.now(), due.at());
                    delay = left.isNegative() ? Duration.ZERO : left;
                }
                case HostTimers.Timer.Fired fired -> delay = Duration.ZERO;
                case HostTimers.Timer.None none -> {}
            }
        }
        threads.after(delay, wait.input());
    }

    /** Watches the delegated runs that nothing watches yet. */
    void watch() {
        for (Wait wait : all(SuspensionReason.ASSIGNMENT)) {
            String run = graph.record().delegations().get(wait.name().toString());
            if (run != null && watched.add(wait.name().toString())) {
                CountDownLatch stopped = stop;
                threads.start(
                        wait.name().attempt(), () -> continued.delegations().await(run, stopped));
            }
        }
    }

    /**
     * Stops watching, because the run may end. A request about a delegated run that is under way is awaited: an end that it finds is a
     * signal, and the host sends no event about it.
     *
     * @return true if nothing has ended, so that events of the host continue the graph
     */
    boolean stop() throws InterruptedException {
        stop.countDown();
        List<AttemptId> delegated = all(SuspensionReason.ASSIGNMENT).stream()
                .map(wait -> wait.name().attempt())
                .toList();
        threads.awaitStopped(delegated)
                .forEach(attempt -> watched.remove(new AttemptName(graph.runId(), attempt).toString()));
        stop = new CountDownLatch(1);
        return threads.isQuiet();
    }

    /** Ends the waits of an action whose result is not wanted any more. */
    void cancel(String actionId) {
        graph.record().delegations(actionId).forEach((name, run) -> {
            continued.delegations().cancel(run);
            graph.update(graph.record().ended(name));
        });
        threads.interrupt(actionId);
    }

    /** Returns true if nothing runs, and an event of the host follows the end of each wait. */
    boolean continueWithoutRun() {
        return continued.isDurable()
                && graph.state().isWaiting()
                && all(SuspensionReason.RETRY, SuspensionReason.TIMER).stream()
                        .allMatch(wait -> timers.contains(wait.timer()));
    }

    /**
     * Removes the timers of a graph that has reported.
     *
     * @param deadline name of the timer of the deadline, which an earlier run may have set
     */
    void close(String deadline) {
        timers.forEach(continued.timers()::cancel);
        if (isResumed) {
            continued.timers().cancel(deadline);
        }
    }

    private List<Wait> all(SuspensionReason... reasons) {
        return graph.open().waiting(Set.of(reasons)).entrySet().stream()
                .map(wait -> new Wait(new AttemptName(graph.runId(), wait.getKey()), wait.getValue()))
                .toList();
    }
}
