package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.calls.BotCalls;
import dev.agenthost.delivery.surface.calls.BotPart;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.RenderedReply;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Shows parts in chats of Telegram. The calls follow from the stored bytes of the part, so any replica continues where one stopped. */
public final class TelegramSurface implements Surface<Destination.Bot> {
    /** Time after which a preview is asked for again while a call of it is under way. */
    private static final Duration BUSY = Duration.ofMillis(300);

    private final TelegramBots bots;
    private final SendRepository sends;
    private final Optional<ArtifactUpload> uploads;
    private final PreviewRepository previews;
    private final CallRateLimiter limiter;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public TelegramSurface(
            TelegramBots bots,
            SendRepository sends,
            Optional<ArtifactUpload> uploads,
            PreviewRepository previews,
            CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.uploads = uploads;
        this.previews = previews;
        this.limiter = limiter;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, uploads.map(ArtifactUpload::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::caller, claimed, (bot, caller) -> makeCalls(bot, caller, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot,
            BotCaller caller,
            ClaimedSend claimed,
            Destination.Bot to,
            BooleanSupplier holdsClaim) {
        OutboundReply part = BotPart.of(claimed);
        PartCaller calls = new PartCaller(caller, sends, uploads, new ChatGate(limiter, to.endpoint()), claimed, part);
        CallSequence<BotApiCall> sequence =
                new CallSequence<>(sends, calls, InterruptedCalls.of(bot), claimed, holdsClaim);
        return switch (TelegramRenderer.render(part)) {
            case RenderedReply.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case RenderedReply.Calls(List<BotApiCall> rendered) -> {
                TelegramTarget target = TelegramTarget.of(part.replyTarget());
                yield target == null || target.isPrivate()
                        ? sequence.run(rendered)
                        : previews.close(claimed.send().key())
                                .chain(preview -> afterPreview(sequence, target, rendered, preview));
            }
        };
    }

    /** The message of a preview becomes the first message of the part. */
    private static Uni<SurfaceCallResult> afterPreview(
            CallSequence<BotApiCall> sequence,
            TelegramTarget target,
            List<BotApiCall> calls,
            PreviewRepository.Closed preview) {
        return switch (preview) {
            case PreviewRepository.Closed.Nothing() -> sequence.run(calls);
            case PreviewRepository.Closed.Shown(PreviewMessage message, int number) ->
                sequence.run(TelegramRenderer.replacing(target, messageId(message), calls));
            case PreviewRepository.Closed.InDoubt(PreviewMessage message, int number, Duration age) ->
                sequence.runInDoubt(calls, age);
            case PreviewRepository.Closed.Busy() ->
                Uni.createFrom().item(new SurfaceCallResult.Later(BUSY, RejectionCode.BOT_GIVEN_UP));
        };
    }

    private static long messageId(PreviewMessage message) {
        return Long.parseLong(Objects.requireNonNull(message.id()));
    }
}
