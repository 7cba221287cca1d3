package dev.agenthost.im.lark.connection;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The waiting times between the attempts to connect. Each is random within its bounds, so that replicas do not connect together. Attempts
 * never end: the SDK stops after {@code ReconnectCount}, and a bot would then be deaf until a restart.
 */
public final class ReconnectSchedule {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 10;

    private ReconnectSchedule() {}

    /** Returns the time after the end of a connection that was open: as the platform asks for it. */
    public static Duration afterEnd(LarkConnectionConfig config, RandomGenerator random) {
        return within(Duration.ZERO, config.reconnectSpread(), random);
    }

    /**
     * Returns the time after a failed attempt: twice as long each time, up to the interval of the platform.
     *
     * @param failures attempts that failed one after another, from 1
     */
    public static Duration afterFailure(int failures, LarkConnectionConfig config, RandomGenerator random) {
        Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return jittered(shorter(delay, config.reconnectInterval()), random);
    }

    /** Returns the time after a refusal that only a person can end: the interval of the platform. */
    public static Duration afterRefusal(LarkConnectionConfig config, RandomGenerator random) {
        return jittered(config.reconnectInterval(), random);
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
