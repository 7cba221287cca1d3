package dev.agenthost.im.chat.connection;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The waiting times between the attempts to connect. Each is random within its bounds, so that replicas do not connect together. Attempts
 * never end, because a bot without them would receive nothing until a restart.
 */
public final class ReconnectSchedule {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration REPLACEMENT = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 10;

    private ReconnectSchedule() {}

    /** Returns the time after the end of a connection that was open: as the platform asks for it. */
    public static Duration afterEnd(ConnectionTimes times, RandomGenerator random) {
        return within(Duration.ZERO, times.reconnectSpread(), random);
    }

    /** Returns the time until a connection that the platform is about to end is replaced. It still receives events. */
    public static Duration beforeEnd(RandomGenerator random) {
        return within(Duration.ZERO, REPLACEMENT, random);
    }

    /** Returns the time after an attempt that was one too many: at least as long as the platform asks for. */
    public static Duration afterLimit(Duration asked, RandomGenerator random) {
        return within(asked, asked.plus(FIRST).plus(asked.dividedBy(2)), random);
    }

    /**
     * Returns the time after a failed attempt: twice as long each time, up to the interval of the platform.
     *
     * @param failures attempts that failed one after another, from 1
     */
    public static Duration afterFailure(int failures, ConnectionTimes times, RandomGenerator random) {
        Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return jittered(shorter(delay, times.reconnectInterval()), random);
    }

    /** Returns the time after a refusal that only a person can end: the interval of the platform. */
    public static Duration afterRefusal(ConnectionTimes times, RandomGenerator random) {
        return jittered(times.reconnectInterval(), random);
    }

    private static Duration jittered(Duration delay, RandomGenerator random) {
        return within(delay.dividedBy(2), delay, random);
    }

    private static Duration within(Duration least, Duration most, RandomGenerator random) {
        return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
