package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.im.telegram.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.im.telegram.streaming.AnswerPlan;
import dev.agenthost.im.telegram.streaming.ChatCalls;
import dev.agenthost.im.telegram.streaming.ChatOperation;
import dev.agenthost.im.telegram.streaming.PreviewMode;
import dev.agenthost.protocol.delivery.OutboundDelta;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The preview of one part: its text so far, and the plan of its drafts. {@link TelegramDrafts} guards it by its lock. */
final class DraftPreview {
    /** Longest text that is previewed in UTF-16 units: each draft reads all of it. */
    private static final int MOST_CHARS = 32 * 1024;

    private final BotCaller bot;
    private final ChatCalls calls;
    private final int part;
    private final int attempt;
    private final StringBuilder text = new StringBuilder();
    private AnswerPlan plan = AnswerPlan.begin(PreviewMode.DRAFT);
    private boolean isWaiting;

    DraftPreview(BotCaller bot, TelegramTarget target, OutboundDelta first) {
        this.bot = bot;
        this.calls = ChatCalls.of(target, first.runId(), first.part());
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

    Uni<CallOutcome> call(ChatOperation operation, BooleanSupplier maySend) {
        return bot.call(calls.call(operation, true), maySend);
    }

    /** Returns false if the preview has stopped. */
    boolean answered(ChatOperation operation, CallOutcome outcome, Instant now) {
        plan = plan.answered(operation, outcome, now);
        return !plan.isStopped();
    }
}
