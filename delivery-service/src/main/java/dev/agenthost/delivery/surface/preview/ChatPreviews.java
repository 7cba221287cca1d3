package dev.agenthost.delivery.surface.preview;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.PreviewProducer;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.protocol.bot.BotPlatform;
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
import java.util.function.Function;

/** Shows unfinished answers in the chats of bots. One call of a preview is made at a time, and each has the whole text so far. */
public final class ChatPreviews implements PreviewProducer {
    /** Most previews at a time; beyond it, the one that was opened first ends. */
    private static final int OPEN = 500;

    private final Function<BotPlatform, PreviewPlatform> platforms;
    private final ConversationGate gate;
    private final InstantSource clock;
    private final BiConsumer<Duration, Runnable> timer;
    private final Map<RunId, OpenPreview<?>> open = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, OpenPreview<?>> eldest) {
            return size() > OPEN;
        }
    };

    /**
     * @param platforms the previews of each platform
     * @param gate closed for conversations that an operator has taken over
     * @param timer runs a task after a delay
     */
    public ChatPreviews(
            Function<BotPlatform, PreviewPlatform> platforms,
            ConversationGate gate,
            InstantSource clock,
            BiConsumer<Duration, Runnable> timer) {
        this.platforms = platforms;
        this.gate = gate;
        this.clock = clock;
        this.timer = timer;
    }

    /** Returns false for a bot that is not known, and after a preview has stopped: its further deltas are not needed. */
    @Override
    public Uni<Boolean> publish(Destination.Bot to, String conversationKey, OutboundDelta delta) {
        return Uni.createFrom().item(add(to, conversationKey, delta));
    }

    private synchronized boolean add(Destination.Bot to, String conversationKey, OutboundDelta delta) {
        OpenPreview<?> preview = open.get(delta.runId());
        if (preview == null || !preview.isOf(delta)) {
            Optional<Preview<?>> opened =
                    delta.sequence() == 1 ? platforms.apply(to.platform()).open(to.botId(), delta) : Optional.empty();
            if (opened.isEmpty()) {
                return false;
            }
            preview = new OpenPreview<>(opened.get(), delta);
            open.put(delta.runId(), preview);
        }
        if (!preview.append(delta.text())) {
            open.remove(delta.runId());
            return false;
        }
        advance(delta.runId(), preview, conversationKey);
        return true;
    }

    @Override
    public synchronized void ended(RunId runId) {
        open.remove(runId);
    }

    private synchronized boolean isOpen(RunId runId, OpenPreview<?> preview) {
        return open.get(runId) == preview;
    }

    /** Makes the next call if it is due; otherwise it is made when it is. */
    private synchronized void advance(RunId runId, OpenPreview<?> preview, String conversationKey) {
        if (!isOpen(runId, preview) || preview.isWaiting()) {
            return;
        }
        Instant now = clock.instant();
        Duration delay = preview.delay(now);
        if (delay.isPositive()) {
            preview.waits(true);
            timer.accept(delay, () -> resume(runId, preview, conversationKey));
            return;
        }
        preview.next(now).ifPresent(call -> {
            if (call.isNeedless()) {
                open.remove(runId);
                return;
            }
            preview.waits(true);
            make(call, runId, preview, conversationKey)
                    .subscribe()
                    .with(outcome -> answered(runId, preview, call, outcome, conversationKey), failure -> ended(runId));
        });
    }

    /** The preview of a conversation that is taken over stops; the gate is checked again directly before each call. */
    private Uni<CallOutcome> make(
            OpenPreview<?>.Call call, RunId runId, OpenPreview<?> preview, String conversationKey) {
        return gate.isTakenOver(conversationKey)
                ? Uni.createFrom().item(new CallOutcome.NotSent("the conversation is taken over", false))
                : call.make(() -> isOpen(runId, preview) && gate.mayCall(conversationKey));
    }

    private synchronized void resume(RunId runId, OpenPreview<?> preview, String conversationKey) {
        preview.waits(false);
        advance(runId, preview, conversationKey);
    }

    private synchronized void answered(
            RunId runId,
            OpenPreview<?> preview,
            OpenPreview<?>.Call call,
            CallOutcome outcome,
            String conversationKey) {
        if (!call.answered(outcome, clock.instant())) {
            open.remove(runId, preview);
        }
        resume(runId, preview, conversationKey);
    }
}
