package dev.agenthost.orchestrator.runner;

import java.time.Duration;

/**
 * The timeouts of a connection.
 *
 * @param handshake from the socket's opening to the plugin's description
 * @param ping the interval of pings
 * @param silence the time without any frame or pong after which the connection counts as lost; at most ten seconds lets its runs end in
 *     time
 */
public record Liveness(Duration handshake, Duration ping, Duration silence) {
    public static final Liveness USUAL =
            new Liveness(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(8));

    /** Returns true if this process itself paused or was starved: then the silence was its own. */
    public boolean wasAway(long lookedAt, long now) {
        return now - lookedAt > 2 * ping.toNanos();
    }

    /** Returns the reason to close a connection now; empty if there is none. Times are of one monotonic clock, in nanoseconds. */
    public java.util.Optional<CloseReason> verdict(boolean ready, long openedAt, long seenAt, long now) {
        if (now - seenAt > silence.toNanos()) {
            return java.util.Optional.of(CloseReason.SILENT);
        }
        return !ready && now - openedAt > handshake.toNanos()
                ? java.util.Optional.of(CloseReason.HANDSHAKE_TIMEOUT)
                : java.util.Optional.empty();
    }
}
