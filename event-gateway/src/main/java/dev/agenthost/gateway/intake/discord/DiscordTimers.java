package dev.agenthost.gateway.intake.discord;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The times at which a connection has something to do, of a monotonic clock in nanoseconds. Each timer has one time. Used by one thread. */
final class DiscordTimers {
    /** A kind of time. */
    enum Timer {
        HEARTBEAT,
        GREETING,
        START,
        RECORD
    }

    private final Map<Timer, Long> due = new EnumMap<>(Timer.class);

    void set(Timer timer, long now, Duration after) {
        due.put(timer, now + after.toNanos());
    }

    /** Sets a timer that has no time. */
    void setIfIdle(Timer timer, long now, Duration after) {
        due.putIfAbsent(timer, now + after.toNanos());
    }

    void cancel(Timer timer) {
        due.remove(timer);
    }

    /** Removes and returns a timer whose time has come. */
    Optional<Timer> takeDue(long now) {
        Optional<Timer> found = due.entrySet().stream()
                .filter(entry -> entry.getValue() - now <= 0)
                .map(Map.Entry::getKey)
                .findFirst();
        found.ifPresent(due::remove);
        return found;
    }

    /** Returns the time until the first one, at most this long. */
    Duration untilNext(long now, Duration most) {
        long nanos = due.values().stream().mapToLong(at -> at - now).min().orElse(Long.MAX_VALUE);
        return Duration.ofNanos(Math.clamp(nanos, 0, most.toNanos()));
    }
}
