package dev.agenthost.orchestrator.runner;

import java.time.Duration;

/**
 * How a connection must show that it lives.
 *
 * @param handshake from the socket's opening to the plugin's description
 * @param ping how often it is pinged
 * @param silence without any frame or pong of its own, after which it counts as gone; at most ten seconds lets its runs end in time
 */
public record Liveness(Duration handshake, Duration ping, Duration silence) {
    public static final Liveness USUAL =
            new Liveness(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(8));

    /** Whether it was this process that did not look, paused or starved: then the silence was its own. */
    public boolean wasAway(long lookedAt, long now) {
        return now - lookedAt > 2 * ping.toNanos();
    }

    /** Why a connection must end now, if it must. Times are of one monotonic clock, in nanoseconds. */
    public java.util.Optional<CloseReason> verdict(boolean ready, long openedAt, long seenAt, long now) {
        if (now - seenAt > silence.toNanos()) {
            return java.util.Optional.of(CloseReason.SILENT);
        }
        return !ready && now - openedAt > handshake.toNanos()
                ? java.util.Optional.of(CloseReason.HANDSHAKE_TIMEOUT)
                : java.util.Optional.empty();
    }
}
