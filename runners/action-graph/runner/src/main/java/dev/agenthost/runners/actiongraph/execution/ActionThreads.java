package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.sdk.RunCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads and timers of one graph. Their ends are signals, which the thread of the run takes in their order. */
final class ActionThreads implements AutoCloseable {
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final Map<AttemptId, Thread> attempts = new HashMap<>();
    private final List<Thread> all = new ArrayList<>();
    private @Nullable Thread lastInOrder;
    private int outstanding;

    /** A cause to go on. */
    sealed interface Signal {}

    /** An attempt has ended. */
    record Ended(AttemptId attempt, ActionOutcome outcome, Duration elapsed) implements Signal {}

    /** A wait was stopped before its end. */
    record Stopped(AttemptId attempt) implements Signal {}

    /** A delay is over. */
    record TimerDue(GraphInput input) implements Signal {}

    /** Nothing else happened in time. */
    record NothingEnded() implements Signal {}

    /** An executor has thrown what it must not throw. */
    record Defect(RuntimeException cause) implements Signal {}

    /** One attempt of an action, or the wait for its end. */
    @FunctionalInterface
    interface Attempt {
        /** Returns null if the wait was stopped. */
        @Nullable
        ActionOutcome outcome() throws InterruptedException;
    }

    Thread start(AttemptId id, Attempt attempt) {
        Thread thread =
                Thread.ofVirtual().name("action-" + id.actionId()).unstarted(() -> signals.add(end(id, attempt)));
        attempts.put(id, thread);
        add(thread);
        thread.start();
        return thread;
    }

    /** Starts an attempt that begins when the attempt that was started so before it has ended. */
    void startInOrder(AttemptId id, Attempt attempt) {
        Thread before = lastInOrder;
        lastInOrder = start(id, () -> {
            if (before != null) {
                before.join();
            }
            return attempt.outcome();
        });
    }

    /** Delivers an input after a delay, at once if it is zero. */
    void after(Duration delay, GraphInput input) {
        if (delay.isZero()) {
            outstanding++;
            signals.add(new TimerDue(input));
            return;
        }
        Thread thread = Thread.ofVirtual().name("timer").unstarted(() -> {
            try {
                Thread.sleep(delay);
                signals.add(new TimerDue(input));
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
        add(thread);
        thread.start();
    }

    /** Delivers the end of an attempt that has ended elsewhere. */
    void ended(AttemptId id, ActionOutcome outcome) {
        outstanding++;
        signals.add(new Ended(id, outcome, Duration.ZERO));
    }

    private void add(Thread thread) {
        all.add(thread);
        outstanding++;
    }

    /** Returns true if no signal will come. */
    boolean isIdle() {
        return outstanding == 0;
    }

    /** Interrupts the attempts of an action; each end is a signal nevertheless. */
    void interrupt(String actionId) {
        attempts.forEach((id, thread) -> {
            if (id.actionId().equals(actionId)) {
                thread.interrupt();
            }
        });
    }

    /** Waits for the ends of waits. Returns those that were stopped; the ends of the others remain signals. */
    Set<AttemptId> awaitStopped(Collection<AttemptId> waits) throws InterruptedException {
        for (AttemptId id : waits) {
            Thread thread = attempts.get(id);
            if (thread != null) {
                thread.join();
            }
        }
        Set<AttemptId> stopped = new HashSet<>();
        signals.removeIf(signal -> signal instanceof Stopped(AttemptId attempt) && stopped.add(attempt));
        outstanding -= stopped.size();
        return stopped;
    }

    /** Returns true if no signal is there now. */
    boolean isQuiet() {
        return signals.isEmpty();
    }

    /** Waits for the next signal. */
    Signal next() throws InterruptedException {
        outstanding--;
        return signals.take();
    }

    /** Waits for the next signal until the time is over. */
    Signal next(Duration left) throws InterruptedException {
        Signal signal = signals.poll(left.toMillis(), TimeUnit.MILLISECONDS);
        if (signal == null) {
            return new NothingEnded();
        }
        outstanding--;
        return signal;
    }

    /** Interrupts all threads and waits for their ends. */
    @Override
    public void close() throws InterruptedException {
        all.forEach(Thread::interrupt);
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static Signal end(AttemptId id, Attempt attempt) {
        long began = System.nanoTime();
        try {
            ActionOutcome outcome = attempt.outcome();
            return outcome == null
                    ? new Stopped(id)
                    : new Ended(id, outcome, Duration.ofNanos(System.nanoTime() - began));
        } catch (InterruptedException | RunCancelledException interrupted) {
            return new Ended(
                    id,
                    ActionOutcome.failed(ActionOutcome.INTERRUPTED, "The action was interrupted."),
                    Duration.ofNanos(System.nanoTime() - began));
        } catch (RuntimeException defect) {
            return new Defect(defect);
        } catch (Error defect) {
            // The thread of the run has to learn of it, or it would wait for an end that never comes.
            return new Defect(new IllegalStateException(defect));
        }
    }
}
