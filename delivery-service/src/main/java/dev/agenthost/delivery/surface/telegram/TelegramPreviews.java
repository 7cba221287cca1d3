package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.PreviewProducer;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.im.telegram.streaming.ChatCalls;
import dev.agenthost.im.telegram.streaming.ChatOperation;
import dev.agenthost.im.telegram.streaming.PreviewMode;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows unfinished answers: as drafts in private chats, as a message that is edited in groups and channels. A draft is a preview that the
 * message replaces, so it needs no store; a lost or late one changes nothing that stays. One call of a preview is made at a time.
 */
public final class TelegramPreviews implements PreviewProducer {
    /** Most previews at a time; beyond it, the one that was opened first ends. */
    private static final int OPEN = 500;

    private final TelegramBots bots;
    private final GroupPreviews groups;
    private final ConversationGate gate;
    private final InstantSource clock;
    private final BiConsumer<Duration, Runnable> timer;
    private final Map<RunId, OpenPreview> open = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, OpenPreview> eldest) {
            return size() > OPEN;
        }
    };

    /**
     * @param gate closed for conversations that an operator has taken over
     * @param timer runs a task after a delay
     */
    public TelegramPreviews(
            TelegramBots bots,
            GroupPreviews groups,
            ConversationGate gate,
            InstantSource clock,
            BiConsumer<Duration, Runnable> timer) {
        this.bots = bots;
        this.groups = groups;
        this.gate = gate;
        this.clock = clock;
        this.timer = timer;
    }

    /** Returns false for a bot that is not known, and after a preview has stopped: its further deltas are not needed. */
    @Override
    public Uni<Boolean> publish(
            String botId, String conversationKey, OutboundDelta delta, @Nullable String traceparent) {
        return Uni.createFrom().item(add(botId, conversationKey, delta));
    }

    private synchronized boolean add(String botId, String conversationKey, OutboundDelta delta) {
        OpenPreview preview = open.get(delta.runId());
        if (preview == null || !preview.isOf(delta)) {
            TelegramTarget target = TelegramTarget.of(delta.replyTarget());
            Optional<BotCaller> caller = bots.callerOf(botId, delta.workspaceId());
            if (delta.sequence() != 1 || target == null || caller.isEmpty()) {
                return false;
            }
            preview = preview(caller.get(), conversationKey, botId, target, delta);
            open.put(delta.runId(), preview);
        }
        if (!preview.append(delta.text())) {
            open.remove(delta.runId());
            return false;
        }
        advance(delta.runId(), preview);
        return true;
    }

    private OpenPreview preview(
            BotCaller bot, String conversationKey, String botId, TelegramTarget target, OutboundDelta first) {
        ChatCalls calls = ChatCalls.of(target, first.runId(), first.part());
        PreviewCaller caller = target.isPrivate()
                ? (operation, maySend) -> bot.call(calls.call(operation, true), maySend)
                : groups.caller(bot, botId, calls, first);
        PreviewMode mode = target.isPrivate() ? PreviewMode.DRAFT : PreviewMode.EDIT;
        return new OpenPreview(gated(caller, conversationKey), mode, first);
    }

    /** The preview of a conversation that is taken over stops; the gate is checked again directly before each call. */
    private PreviewCaller gated(PreviewCaller caller, String conversationKey) {
        return (operation, maySend) -> gate.isTakenOver(conversationKey)
                ? Uni.createFrom().item(new CallOutcome.NotSent("the conversation is taken over", false))
                : caller.call(operation, () -> maySend.getAsBoolean() && gate.mayCall(conversationKey));
    }

    @Override
    public synchronized void ended(RunId runId) {
        open.remove(runId);
    }

    private synchronized boolean isOpen(RunId runId, OpenPreview preview) {
        return open.get(runId) == preview;
    }

    /** Makes the next call if it is due; otherwise it is made when it is. */
    private synchronized void advance(RunId runId, OpenPreview preview) {
        if (!isOpen(runId, preview) || preview.isWaiting()) {
            return;
        }
        Instant now = clock.instant();
        Duration delay = preview.delay(now);
        if (delay.isPositive()) {
            preview.waits(true);
            timer.accept(delay, () -> resume(runId, preview));
            return;
        }
        preview.next(now).ifPresent(operation -> {
            if (preview.exceeds(operation)) {
                open.remove(runId);
                return;
            }
            preview.waits(true);
            preview.call(operation, () -> isOpen(runId, preview))
                    .subscribe()
                    .with(outcome -> answered(runId, preview, operation, outcome), failure -> ended(runId));
        });
    }

    private synchronized void resume(RunId runId, OpenPreview preview) {
        preview.waits(false);
        advance(runId, preview);
    }

    private synchronized void answered(RunId runId, OpenPreview preview, ChatOperation operation, CallOutcome outcome) {
        if (!preview.answered(operation, outcome, clock.instant())) {
            open.remove(runId, preview);
        }
        resume(runId, preview);
    }
}
