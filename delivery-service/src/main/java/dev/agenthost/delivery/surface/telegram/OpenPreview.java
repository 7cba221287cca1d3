package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.streaming.AnswerPlan;
import dev.agenthost.im.telegram.streaming.ChatOperation;
import dev.agenthost.im.telegram.streaming.PreviewMode;
import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The preview of one part: its text so far, and the plan of its operations. {@link TelegramPreviews} guards it by its lock. */
final class OpenPreview {
    /** Longest text that is previewed in UTF-16 units: each operation reads all of it. */
    private static final int MOST_CHARS = 32 * 1024;

    private final PreviewCaller caller;
    private final int part;
    private final int attempt;
    private final StringBuilder text = new StringBuilder();
    private AnswerPlan plan;
    private boolean isWaiting;

    OpenPreview(PreviewCaller caller, PreviewMode mode, OutboundDelta first) {
        this.caller = caller;
        this.plan = AnswerPlan.begin(mode);
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
        return Duration.between(now, plan.notBefore());
    }

    Optional<ChatOperation> next(Instant now) {
        plan = plan.written(text.toString());
        return plan.next(now);
    }

    /** Returns true for a second message: a preview has one, and the part has the others. */
    boolean exceeds(ChatOperation operation) {
        return operation instanceof ChatOperation.Send && !plan.shown().isEmpty();
    }

    Uni<CallOutcome> call(ChatOperation operation, BooleanSupplier maySend) {
        return caller.call(operation, maySend);
    }

    /** Returns false if the preview has stopped. */
    boolean answered(ChatOperation operation, CallOutcome outcome, Instant now) {
        plan = plan.answered(operation, outcome, now);
        return !plan.isStopped();
    }
}
