package dev.agenthost.delivery.surface.preview;

import dev.agenthost.im.chat.calls.CallOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a preview is shown again. Each call has the whole text so far, so a skipped or lost one has no effect on the next.
 *
 * <pre>
 *  due ──call──► later   (after the interval, or the time that the platform asked for)
 *   └──refused──► stopped (nothing until the part is sent)
 * </pre>
 *
 * @param interval shortest time between two calls
 * @param lifetime time after which equal content is shown again, because the platform removes it
 * @param shown the content that was shown last; null if it is not known
 * @param shownAt time of that call
 * @param notBefore the earliest time of the next call
 * @param isStopped true if the preview ended before its part
 * @param <T> content of the platform
 */
record PreviewPlan<T>(
        Duration interval,
        Duration lifetime,
        @Nullable T shown,
        Instant shownAt,
        Instant notBefore,
        boolean isStopped) {

    /** Returns the plan of a preview that is not shown yet. */
    static <T> PreviewPlan<T> begin(Duration interval, Duration lifetime) {
        return new PreviewPlan<>(interval, lifetime, null, Instant.EPOCH, Instant.EPOCH, false);
    }

    /** Returns the time until the next call may be made; not positive if it may be made now. */
    Duration delay(Instant now) {
        return Duration.between(now, notBefore);
    }

    /** Returns true if the chat shows that content, and will until it is removed. */
    boolean shows(T content, Instant now) {
        return Objects.equals(content, shown) && now.isBefore(shownAt.plus(lifetime));
    }

    /** Returns the plan after a call with that content. */
    PreviewPlan<T> answered(T content, CallOutcome outcome, Instant now) {
        Instant next = now.plus(interval);
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> new PreviewPlan<>(interval, lifetime, content, now, next, isStopped);
            case CallOutcome.NotModified same -> new PreviewPlan<>(interval, lifetime, content, now, next, isStopped);
            case CallOutcome.RetryAfter(Duration delay) ->
                later(shown, now.plus(delay).isAfter(next) ? now.plus(delay) : next);
            // It may have had its effect: whatever is wanted then is shown again.
            case CallOutcome.Failed failed -> later(null, next);
            case CallOutcome.Unclear unclear -> later(null, next);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> mayRepeat ? later(shown, next) : stopped();
            case CallOutcome.Moved moved -> stopped();
            case CallOutcome.Refused refused -> stopped();
        };
    }

    private PreviewPlan<T> later(@Nullable T nowShown, Instant next) {
        return new PreviewPlan<>(interval, lifetime, nowShown, shownAt, next, isStopped);
    }

    private PreviewPlan<T> stopped() {
        return new PreviewPlan<>(interval, lifetime, shown, shownAt, notBefore, true);
    }
}
