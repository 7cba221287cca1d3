package dev.agenthost.delivery.send;

import java.time.Duration;

/**
 * The timeouts, retries and limits of sends.
 *
 * @param claimTerm length of a claim on the database's clock; at least twice {@code callTimeout}
 * @param callTimeout for one call, from connecting to the end of the answer
 * @param firstDelay before the first repetition; doubled with each further one
 * @param longestDelay between two calls, unless the surface asks for more
 * @param oldestAge age after which delivery of a part ends
 * @param concurrency most concurrent calls, over all endpoints
 * @param endpointConcurrency most concurrent calls to one endpoint
 */
public record SendPolicy(
        Duration claimTerm,
        Duration callTimeout,
        Duration firstDelay,
        Duration longestDelay,
        Duration oldestAge,
        int concurrency,
        int endpointConcurrency) {

    /** Longest delay that a surface can request, because the conversation waits, too. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    public SendPolicy {
        if (claimTerm.compareTo(callTimeout.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("The claim term must be at least twice the timeout of a call");
        }
        if (firstDelay.isZero() || firstDelay.isNegative() || concurrency < 1 || endpointConcurrency < 1) {
            throw new IllegalArgumentException("Delays and concurrency must be positive");
        }
    }

    /** Returns the time within which a claim permits the start of a call; that call ends within the term. */
    public Duration usableTerm() {
        return claimTerm.minus(callTimeout);
    }

    /**
     * Returns the verdict of one call.
     *
     * @param jitter in [0, 1), spreads repetitions of many sends
     */
    public SendVerdict verdict(SurfaceCallResult answer, int attempts, Duration age, double jitter) {
        return switch (answer) {
            case SurfaceCallResult.NotSendable(RejectionCode code, String detail) ->
                new SendVerdict.Rejected(code, detail);
            case SurfaceCallResult.Shown(String messageId) -> new SendVerdict.Delivered(messageId);
            case SurfaceCallResult.PartlyUnknown(RejectionCode code, String detail) ->
                new SendVerdict.Unknown(code, detail);
            case SurfaceCallResult.Refused(RejectionCode code, String detail) -> new SendVerdict.Rejected(code, detail);
            case SurfaceCallResult.Later(Duration after, RejectionCode expiryCode) ->
                after.compareTo(oldestAge.minus(age)) > 0
                        ? new SendVerdict.Unknown(expiryCode, "too many requests")
                        : new SendVerdict.Postpone(after);
            case SurfaceCallResult.Published() -> new SendVerdict.HandedOver();
            case SurfaceCallResult.Withheld() -> new SendVerdict.Retry(Duration.ZERO);
            case SurfaceCallResult.NoAnswer(String detail, RejectionCode expiryCode) ->
                retryOrEnd(attempts, age, Duration.ZERO, jitter, detail, expiryCode);
            case SurfaceCallResult.Answered(int status, var retryAfter)
            when status >= 200 && status < 300 -> new SendVerdict.Delivered(null);
            case SurfaceCallResult.Answered(int status, var retryAfter)
            when isWorthRepeating(status) ->
                retryOrEnd(
                        attempts,
                        age,
                        retryAfter == null ? Duration.ZERO : retryAfter,
                        jitter,
                        "status " + status,
                        RejectionCode.GIVEN_UP);
            case SurfaceCallResult.Answered(int status, var retryAfter) ->
                new SendVerdict.Rejected(RejectionCode.REFUSED, "status " + status);
        };
    }

    private SendVerdict retryOrEnd(
            int attempts, Duration age, Duration requested, double jitter, String detail, RejectionCode expiryCode) {
        Duration own = spread(backoff(attempts), jitter);
        Duration wait = requested.compareTo(own) > 0 ? min(requested, MAX_RETRY_AFTER) : own;
        return age.plus(wait).compareTo(oldestAge) > 0
                ? new SendVerdict.Unknown(expiryCode, detail)
                : new SendVerdict.Retry(wait);
    }

    /** Returns the delay, which doubles from {@code firstDelay} up to {@code longestDelay}. */
    private Duration backoff(int attempts) {
        int doublings = Math.min(Math.max(0, attempts - 1), 20);
        return min(firstDelay.multipliedBy(1L << doublings), longestDelay);
    }

    /** Returns a delay between half of the given one and all of it. */
    private static Duration spread(Duration delay, double jitter) {
        return Duration.ofMillis(Math.round(delay.toMillis() * (0.5 + jitter / 2)));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static boolean isWorthRepeating(int status) {
        return status >= 500 || status == 408 || status == 425 || status == 429;
    }
}
