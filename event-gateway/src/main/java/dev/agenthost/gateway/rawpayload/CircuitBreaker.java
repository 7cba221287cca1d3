package dev.agenthost.gateway.rawpayload;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether it is worth asking a store that failed of late: after so many failures one after another it is left alone for a while, so that
 * events do not wait for it one by one.
 *
 * @param failures one after another
 * @param until when it may be asked again
 */
record CircuitBreaker(int failures, Instant until) {
    static final CircuitBreaker NONE = new CircuitBreaker(0, Instant.MIN);

    private static final int BEARABLE = 3;

    boolean isOver(Instant now) {
        return !now.isBefore(until);
    }

    CircuitBreaker failed(Instant now, Duration pause) {
        return failures + 1 < BEARABLE
                ? new CircuitBreaker(failures + 1, until)
                : new CircuitBreaker(0, now.plus(pause));
    }
}
