package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.RenderedReply;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Shows parts in chats of Telegram. The calls follow from the stored bytes of the part, so any replica continues where one stopped. */
public final class TelegramSurface implements Surface<Destination.Telegram> {

    private final TelegramBots bots;
    private final SendRepository sends;
    private final Optional<ArtifactUpload> uploads;

    /** @param uploads empty if this service cannot read artifacts: their files are named instead of sent */
    public TelegramSurface(TelegramBots bots, SendRepository sends, Optional<ArtifactUpload> uploads) {
        this.bots = bots;
        this.sends = sends;
        this.uploads = uploads;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        try {
            int files = reply(claimed).artifacts().size();
            return uploads.map(upload -> upload.limit().multipliedBy(files)).orElse(Duration.ZERO);
        } catch (IllegalStateException unreadable) {
            return Duration.ZERO;
        }
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Telegram to, BooleanSupplier holdsClaim) {
        return Uni.createFrom()
                .deferred(() -> makeCalls(claimed, to, holdsClaim))
                .onFailure()
                .recoverWithItem(failure -> new SurfaceCallResult.NoAnswer(
                        failure.getClass().getSimpleName(), RejectionCode.TELEGRAM_GIVEN_UP));
    }

    private Uni<SurfaceCallResult> makeCalls(ClaimedSend claimed, Destination.Telegram to, BooleanSupplier holdsClaim) {
        Optional<BotRegistration> bot = bots.of(to.botId());
        if (bot.isEmpty()) {
            // Registered a moment ago, or deleted: the part is tried until it is too old.
            return Uni.createFrom()
                    .item(new SurfaceCallResult.NoAnswer(
                            "the bot is not registered", RejectionCode.TELEGRAM_BOT_UNKNOWN));
        }
        if (!bot.get().workspaceId().equals(claimed.send().key().workspaceId())) {
            return refused(RejectionCode.TELEGRAM_BOT_UNKNOWN, "the bot is of another workspace now");
        }
        Optional<BotCaller> caller = bots.caller(bot.get());
        if (caller.isEmpty()) {
            return refused(RejectionCode.TELEGRAM_TOKEN_MISSING, "the secret of token is not configured");
        }
        OutboundReply part = reply(claimed);
        return switch (TelegramRenderer.render(part)) {
            case RenderedReply.NotSendable(String why) -> refused(RejectionCode.TELEGRAM_NO_CHAT, why);
            case RenderedReply.Calls(List<BotApiCall> calls) ->
                new CallSequence(
                                sends,
                                new PartCaller(caller.get(), sends, uploads, claimed, part),
                                InterruptedCalls.of(bot.get()),
                                claimed,
                                calls,
                                holdsClaim)
                        .run();
        };
    }

    private static Uni<SurfaceCallResult> refused(RejectionCode code, String detail) {
        return Uni.createFrom().item(new SurfaceCallResult.NotSendable(code, detail));
    }

    private static OutboundReply reply(ClaimedSend claimed) {
        try {
            return ProtocolCodec.decode(claimed.send().body(), OutboundReply.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the part " + claimed.send().key().idempotencyKey() + " cannot be read", e);
        }
    }
}
