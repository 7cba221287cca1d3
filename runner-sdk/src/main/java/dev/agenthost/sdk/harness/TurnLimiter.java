package dev.agenthost.sdk.harness;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Limits the turns of native sessions: a fixed number at a time for one key, one for a session; the others wait in order of
 * arrival. A waiting turn checks every half second if its run is over, and then leaves.
 */
public final class TurnLimiter {
    private static final long CHECK_MILLIS = 500;

    private final int atOnce;
    private final int maxWaiting;
    private final Map<String, Line> lines = new HashMap<>();

    /**
     * @param atOnce turns of one key at the same time
     * @param maxWaiting of one key; one more is refused
     */
    public TurnLimiter(int atOnce, int maxWaiting) {
        if (atOnce < 1 || maxWaiting < 0) {
            throw new IllegalArgumentException("The number of turns must be positive");
        }
        this.atOnce = atOnce;
        this.maxWaiting = maxWaiting;
    }

    /** A turn in progress; closing it starts the next. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for a turn.
     *
     * @param checkRun called while waiting; throws if the run is over
     * @return empty if too many turns wait already
     */
    public Optional<Turn> enter(String key, Runnable checkRun) throws InterruptedException {
        Ticket ticket = new Ticket();
        synchronized (lines) {
            Line line = lines.computeIfAbsent(key, unused -> new Line());
            if (line.active < atOnce) {
                line.active++;
                ticket.granted.countDown();
            } else if (line.waiting.size() >= maxWaiting) {
                return Optional.empty();
            } else {
                line.waiting.add(ticket);
            }
        }
        boolean entered = false;
        try {
            while (!ticket.granted.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                checkRun.run();
            }
            entered = true;
        } finally {
            if (!entered) {
                release(key, ticket);
            }
        }
        return Optional.of(new GrantedTurn(key, ticket));
    }

    private void release(String key, Ticket ticket) {
        synchronized (lines) {
            Line line = lines.get(key);
            if (line == null || line.waiting.remove(ticket)) {
                return;
            }
            Ticket next = line.waiting.poll();
            if (next != null) {
                next.granted.countDown();
            } else if (--line.active == 0) {
                lines.remove(key);
            }
        }
    }

    private static final class Line {
        private final Deque<Ticket> waiting = new ArrayDeque<>();
        private int active;
    }

    private static final class Ticket {
        private final CountDownLatch granted = new CountDownLatch(1);
        private boolean released;
    }

    private final class GrantedTurn implements Turn {
        private final String key;
        private final Ticket ticket;

        private GrantedTurn(String key, Ticket ticket) {
            this.key = key;
            this.ticket = ticket;
        }

        @Override
        public void close() {
            synchronized (lines) {
                if (!ticket.released) {
                    ticket.released = true;
                    release(key, ticket);
                }
            }
        }
    }
}
