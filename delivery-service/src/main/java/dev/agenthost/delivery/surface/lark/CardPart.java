package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.rendering.LarkRenderer;
import dev.agenthost.im.lark.rendering.LarkTarget;
import dev.agenthost.im.lark.rendering.StreamingCard;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Makes the calls of a part after its preview, whose card becomes the first message of the part. A message of a preview in doubt is repeated
 * under its key first: it is there once, and its id is known.
 */
record CardPart(
        PreviewRepository previews,
        LarkCaller caller,
        CallSequence<LarkCall> sequence,
        ClaimedSend claimed,
        OutboundReply part,
        BooleanSupplier holdsClaim) {
    /** Time after which a preview is asked for again while a call of it is under way. */
    private static final Duration BUSY = Duration.ofMillis(300);

    Uni<SurfaceCallResult> make(List<LarkCall> calls) {
        return previews.close(claimed.send().key()).chain(preview -> switch (preview) {
            case PreviewRepository.Closed.Nothing() -> sequence.run(calls);
            case PreviewRepository.Closed.Shown(PreviewMessage message, int number) ->
                replacing(message, number, calls);
            case PreviewRepository.Closed.InDoubt(PreviewMessage message, int number, Duration age) ->
                inDoubt(message, number, age, calls);
            case PreviewRepository.Closed.Busy() -> later(BUSY);
        });
    }

    private Uni<SurfaceCallResult> replacing(PreviewMessage message, int number, List<LarkCall> calls) {
        return sequence.run(LarkRenderer.replacing(
                Objects.requireNonNull(message.id()), Objects.requireNonNull(message.cardId()), number + 1, calls));
    }

    private Uni<SurfaceCallResult> inDoubt(PreviewMessage message, int number, Duration age, List<LarkCall> calls) {
        String cardId = message.cardId();
        LarkTarget target = LarkTarget.of(part.replyTarget());
        if (cardId == null || target == null) {
            // The card was in doubt: no message shows it.
            return sequence.run(calls);
        }
        if (age.compareTo(LarkCaller.KEYED) >= 0) {
            return sequence.runInDoubt(calls, age);
        }
        LarkCall repeated = StreamingCard.show(target, cardId);
        return caller.take(repeated)
                .chain(wait -> wait.isZero()
                        ? sequence.runFirst(() -> caller.call(repeated, holdsClaim)
                                .chain(outcome -> settled(repeated, message, number, outcome, calls)))
                        : later(wait));
    }

    private Uni<SurfaceCallResult> settled(
            LarkCall repeated, PreviewMessage message, int number, CallOutcome outcome, List<LarkCall> calls) {
        return switch (outcome) {
            case CallOutcome.Accepted(String id)
            when id != null ->
                previews.settle(claimed.send().key(), id).chain(() -> replacing(message.withId(id), number, calls));
            case CallOutcome.Refused refused ->
                previews.settle(claimed.send().key(), null).chain(() -> sequence.run(calls));
            case CallOutcome.RetryAfter(Duration delay) ->
                caller.pause(repeated, delay).onFailure().recoverWithNull().chain(() -> later(delay));
            default ->
                Uni.createFrom()
                        .item(new SurfaceCallResult.NoAnswer("the preview is in doubt", RejectionCode.BOT_GIVEN_UP));
        };
    }

    private static Uni<SurfaceCallResult> later(Duration delay) {
        return Uni.createFrom().item(new SurfaceCallResult.Later(delay, RejectionCode.BOT_GIVEN_UP));
    }
}
