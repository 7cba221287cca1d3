package dev.agenthost.orchestrator.runtime;

import java.time.Duration;

/**
 * The last list of a runtime's runners, and the time of the next request. The list grows while plugins start: after a changed list the
 * next request follows soon, and after an unchanged one the pause doubles. Times are of one monotonic clock.
 */
final class RunnerListPoller {
    private final Duration soon;
    private final Duration longest;
    private RunnerListing last = RunnerListing.NONE;
    private Duration pause;
    private long nextAt;
    private long hintedAt;
    private boolean requestSent;

    /** The first request is due at once. */
    RunnerListPoller(Duration soon, Duration longest, long now) {
        this.soon = soon;
        this.longest = longest;
        this.pause = soon;
        this.nextAt = now;
        this.hintedAt = now - longest.toNanos();
    }

    synchronized RunnerListing last() {
        return last;
    }

    /** Returns true if the list is to be requested now. A request without a response until the next one is due is ignored. */
    synchronized boolean isDue(long now) {
        if (now - nextAt < 0) {
            return false;
        }
        nextAt = now + longest.toNanos();
        requestSent = true;
        return true;
    }

    /** Schedules a request soon: the list may have changed. */
    synchronized void hint(long now) {
        pause = soon;
        if (!requestSent) {
            nextAt = now + soon.toNanos();
        }
    }

    /** Notes that a caller needs an unlisted runner; effective at most every five times the shortest pause. */
    synchronized void wanted(long now) {
        if (now - hintedAt >= 5 * soon.toNanos() && !requestSent) {
            hintedAt = now;
            nextAt = now;
        }
    }

    /** Returns true if the list has changed. */
    synchronized boolean answered(RunnerListing answer, long now) {
        boolean changed = !answer.equals(last);
        last = answer;
        next(changed, now);
        return changed;
    }

    /** Records that the request failed or was not sent. */
    synchronized void missed(long now) {
        next(false, now);
    }

    private void next(boolean changed, long now) {
        requestSent = false;
        nextAt = now + pause.toNanos();
        if (changed) {
            pause = soon;
            nextAt = now + pause.toNanos();
        } else {
            Duration doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(longest) < 0 ? doubled : longest;
        }
    }
}
