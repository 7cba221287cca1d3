package dev.agenthost.gateway.rawpayload;

import java.time.Duration;
import java.time.Instant;

/**
 * The circuit breaker of a store: after several consecutive failures the store gets no requests for a while, so that
 * events do not wait for it one by one.
 *
 * @param failures consecutive failures
 * @param until end of the pause
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
