package dev.agenthost.orchestrator.wire;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The frames of one connection that wait to be processed. Above its bounds the connection is not read, until half of it is processed:
 * nothing is lost, and the other side's own buffers hold the rest. Thread-safe.
 *
 * <pre>
 *   read ──more waits than the bounds, or more came than anybody has use for──► held
 *     ◄──────────── half has been worked on, and a second has gone by ────────────┘
 * </pre>
 */
public final class Backlog {
    /** The most useless frames a second: noise, pings, answers without a request, results of runs that have ended. */
    public static final int IDLE_TALK = 6_000;
    /** The characters of such a frame that count as one; a larger frame counts as several. */
    static final int ONE = 8 * 1024;

    /** Stops and resumes the reading. Neither method waits, nor brings a frame by itself. */
    public interface Valve {
        void hold();

        void release();
    }

    /**
     * The limits of the waiting frames.
     *
     * @param characters of the frames that wait; one that comes alone may be larger
     * @param patience the time without any processed frame while the connection is held, after which the run with the most waiting frames
     *     gives way
     */
    public record Bounds(int frames, long characters, Duration patience) {
        public static final Bounds USUAL = new Bounds(512, 4L * 1024 * 1024, Duration.ofSeconds(15));

        public Bounds {
            if (frames < 1 || characters < 1 || !patience.isPositive()) {
                throw new IllegalArgumentException("what may wait of a connection is above zero");
            }
        }
    }

    private final Valve valve;
    private final Bounds bounds;
    private final Set<Part> parts = new HashSet<>();
    private int frames;
    private long characters;
    private int idleTalk;
    private boolean crowded;
    private boolean held;
    private long worked;
    private long workedThen;
    private long stuckSince;

    public Backlog(Valve valve, Bounds bounds) {
        this.valve = valve;
        this.bounds = bounds;
    }

    public synchronized boolean isHeld() {
        return held;
    }

    /** @param giveWay lets go of what waits; called with no lock held */
    public synchronized Part open(Runnable giveWay) {
        Part part = new Part(giveWay);
        parts.add(part);
        return part;
    }

    /** Counts a useless frame. */
    public synchronized void idleTalk(int size) {
        idleTalk += 1 + size / ONE;
        apply();
    }

    /** Each second. @param now on a monotonic clock, in nanoseconds */
    public void check(long now) {
        stuck(now).ifPresent(part -> part.giveWay.run());
    }

    private synchronized Optional<Part> stuck(long now) {
        idleTalk = 0;
        apply();
        if (!crowded || worked != workedThen) {
            workedThen = worked;
            stuckSince = now;
        }
        if (now - stuckSince <= bounds.patience().toNanos()) {
            return Optional.empty();
        }
        stuckSince = now;
        return parts.stream().max(Comparator.comparingDouble(this::share));
    }

    private double share(Part part) {
        return Math.max((double) part.frames / bounds.frames(), (double) part.characters / bounds.characters());
    }

    private void apply() {
        int less = crowded ? 2 : 1;
        crowded = frames > bounds.frames() / less || characters > bounds.characters() / less;
        boolean hold = crowded || idleTalk > IDLE_TALK;
        if (hold != held) {
            held = hold;
            if (hold) {
                valve.hold();
            } else {
                valve.release();
            }
        }
    }

    /** The waiting frames of one run. */
    public final class Part {
        private final Runnable giveWay;
        private int frames;
        private long characters;

        private Part(Runnable giveWay) {
            this.giveWay = giveWay;
        }

        /** Sets the waiting frames and their characters. */
        public void holds(int nowFrames, long nowCharacters) {
            synchronized (Backlog.this) {
                if (!parts.contains(this)) {
                    return;
                }
                worked += nowFrames < frames ? 1 : 0;
                Backlog.this.frames += nowFrames - frames;
                Backlog.this.characters += nowCharacters - characters;
                frames = nowFrames;
                characters = nowCharacters;
                apply();
            }
        }

        /** @param moreFrames that wait, or wait no more where it is negative */
        public void add(int moreFrames, long moreCharacters) {
            synchronized (Backlog.this) {
                holds(frames + moreFrames, characters + moreCharacters);
            }
        }

        /** A frame for a run that is over. */
        public void idleTalk(int size) {
            Backlog.this.idleTalk(size);
        }

        /** Nothing waits any more. */
        public void close() {
            synchronized (Backlog.this) {
                holds(0, 0);
                parts.remove(this);
            }
        }
    }
}
