package dev.agenthost.orchestrator.wire;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The queued frames of one connection. Above its limits the connection is not read until half of the frames are processed: no frame is
 * lost, since TCP stops the peer. Thread-safe.
 *
 * <pre>
 *   read ──queued frames above the limits, or too many useless frames──► stopped
 *     ◄──────────── half has been worked on, and a second has gone by ────────────┘
 * </pre>
 */
public final class Backlog {
    /** The most useless frames a second: invalid frames, pings, responses without a request, results of ended runs. */
    public static final int IDLE_TALK = 6_000;
    /** The characters of such a frame that count as one; a larger frame counts as several. */
    static final int ONE = 8 * 1024;

    /** Stops and resumes the reading. Neither method blocks or delivers a frame. */
    public interface Valve {
        void hold();

        void release();
    }

    /**
     * The limits of the queued frames.
     *
     * @param characters the most characters of queued frames; a single frame may have more
     * @param patience the time without a processed frame while reading is stopped, after which the run with the most queued frames
     * releases them
     */
    public record Bounds(int frames, long characters, Duration patience) {
        public static final Bounds USUAL = new Bounds(512, 4L * 1024 * 1024, Duration.ofSeconds(15));

        public Bounds {
            if (frames < 1 || characters < 1 || !patience.isPositive()) {
                throw new IllegalArgumentException("the limits of a connection must be above zero");
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

    /** @param giveWay releases the queued frames; called without a lock */
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

    /** Called each second. @param now on a monotonic clock, in nanoseconds */
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

    /** The queued frames of one run. */
    public final class Part {
        private final Runnable giveWay;
        private int frames;
        private long characters;

        private Part(Runnable giveWay) {
            this.giveWay = giveWay;
        }

        /** Sets the numbers of queued frames and of their characters. */
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

        /** @param moreFrames the change of the number of queued frames */
        public void add(int moreFrames, long moreCharacters) {
            synchronized (Backlog.this) {
                holds(frames + moreFrames, characters + moreCharacters);
            }
        }

        /** Counts a frame for an ended run. */
        public void idleTalk(int size) {
            Backlog.this.idleTalk(size);
        }

        /** Removes the run from the backlog. */
        public void close() {
            synchronized (Backlog.this) {
                holds(0, 0);
                parts.remove(this);
            }
        }
    }
}
