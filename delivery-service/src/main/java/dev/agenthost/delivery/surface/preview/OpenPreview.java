package dev.agenthost.delivery.surface.preview;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The preview of one part: its text so far, and the plan of its calls. {@link ChatPreviews} guards it by its lock. */
final class OpenPreview<T> {
    /** Longest text that is previewed in UTF-16 units: each call reads all of it. */
    private static final int MOST_CHARS = 32 * 1024;

    private final Preview<T> preview;
    private final int part;
    private final int attempt;
    private final StringBuilder text = new StringBuilder();
    private PreviewPlan<T> plan;
    private boolean isWaiting;

    OpenPreview(Preview<T> preview, OutboundDelta first) {
        this.preview = preview;
        this.plan = PreviewPlan.begin(preview.interval(), preview.lifetime());
        this.part = first.part();
        this.attempt = first.attempt();
    }

    /** Returns false for a delta of another part, or of an attempt that begins the part again. */
    boolean isOf(OutboundDelta delta) {
        return delta.part() == part && delta.attempt() == attempt;
    }

    /** Returns false if the text is too long to be previewed. */
    boolean append(String delta) {
        text.append(delta);
        return text.length() <= MOST_CHARS;
    }

    /** Returns true while a call is open, or a timer is set. */
    boolean isWaiting() {
        return isWaiting;
    }

    void waits(boolean waits) {
        isWaiting = waits;
    }

    /** Returns the time until the next call may be made; not positive if it may be made now. */
    Duration delay(Instant now) {
        return plan.delay(now);
    }

    /** Returns the next call; empty if none is due. */
    Optional<Call> next(Instant now) {
        return preview.content(text.toString())
                .filter(content -> content.isFull() || !plan.shows(content.shown(), now))
                .map(content -> new Call(content.shown(), plan.shows(content.shown(), now)));
    }

    /** One call of the preview. */
    final class Call {
        private final T shown;
        private final boolean isLast;

        private Call(T shown, boolean isLast) {
            this.shown = shown;
            this.isLast = isLast;
        }

        /** Returns true if nothing more is shown: the preview ends instead of this call. */
        boolean isNeedless() {
            return isLast;
        }

        Uni<CallOutcome> make(BooleanSupplier maySend) {
            return preview.show(shown, maySend);
        }

        /** Returns false if the preview has stopped. */
        boolean answered(CallOutcome outcome, Instant now) {
            plan = plan.answered(shown, outcome, now);
            return !plan.isStopped();
        }
    }
}
