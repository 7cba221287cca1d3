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
    private static final long LOOK_MILLIS = 500;

    private final int atOnce;
    private final int mostWaiting;
    private final Map<String, Line> lines = new HashMap<>();

    /**
     * @param atOnce turns of one key at the same time
     * @param mostWaiting of one key; one more is refused
     */
    public TurnLimiter(int atOnce, int mostWaiting) {
        if (atOnce < 1 || mostWaiting < 0) {
            throw new IllegalArgumentException("The number of turns must be positive");
        }
        this.atOnce = atOnce;
        this.mostWaiting = mostWaiting;
    }

    /** A turn in progress; closing it starts the next. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for a turn.
     *
     * @param stillWanted called while waiting; throws if the run is over
     * @return empty if too many turns wait already
     */
    public Optional<Turn> enter(String key, Runnable stillWanted) throws InterruptedException {
        Place place = new Place();
        synchronized (lines) {
            Line line = lines.computeIfAbsent(key, unused -> new Line());
            if (line.taken < atOnce) {
                line.taken++;
                place.granted.countDown();
            } else if (line.waiting.size() >= mostWaiting) {
                return Optional.empty();
            } else {
                line.waiting.add(place);
            }
        }
        boolean entered = false;
        try {
            while (!place.granted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                stillWanted.run();
            }
            entered = true;
        } finally {
            if (!entered) {
                leave(key, place);
            }
        }
        return Optional.of(new Taken(key, place));
    }

    private void leave(String key, Place place) {
        synchronized (lines) {
            Line line = lines.get(key);
            if (line == null || line.waiting.remove(place)) {
                return;
            }
            Place next = line.waiting.poll();
            if (next != null) {
                next.granted.countDown();
            } else if (--line.taken == 0) {
                lines.remove(key);
            }
        }
    }

    private static final class Line {
        private final Deque<Place> waiting = new ArrayDeque<>();
        private int taken;
    }

    private static final class Place {
        private final CountDownLatch granted = new CountDownLatch(1);
        private boolean left;
    }

    private final class Taken implements Turn {
        private final String key;
        private final Place place;

        private Taken(String key, Place place) {
            this.key = key;
            this.place = place;
        }

        @Override
        public void close() {
            synchronized (lines) {
                if (!place.left) {
                    place.left = true;
                    leave(key, place);
                }
            }
        }
    }
}
