package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.im.onebot.rendering.OneBotRenderer;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part as one bot: those with a file while the file is read, the others directly. OneBot states no rates. */
final class OneBotCaller implements PartCalls<OneBotCall> {
    private static final int FORBIDDEN = 403;

    private final OneBotApi api;
    private final FileClaim files;
    private final SecretRedactor redactor;

    OneBotCaller(OneBotApi api, SendRepository sends, ClaimedSend claimed, OutboundReply part) {
        this.api = api;
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(api.address().token()));
    }

    @Override
    public Uni<Duration> take(OneBotCall call) {
        return Uni.createFrom().item(Duration.ZERO);
    }

    @Override
    public Uni<Void> pause(OneBotCall call, Duration delay) {
        return Uni.createFrom().voidItem();
    }

    /** Makes a call. One with a file prolongs the claim first, because it may take longer than other calls. */
    @Override
    public Uni<CallOutcome> call(OneBotCall call, BooleanSupplier holdsClaim) {
        OutboundArtifact file = call.file();
        if (file == null) {
            return api.client().call(api.address(), call, holdsClaim);
        }
        if (api.files().isEmpty()) {
            return Uni.createFrom().item(new CallOutcome.Refused(OneBotFileCaller.GONE, "files cannot be read"));
        }
        OneBotFileCaller reading = api.files().get();
        return files.make(reading.limit(), () -> reading.make(api, call, file, files.reader(), holdsClaim));
    }

    @Override
    public Optional<List<OneBotCall>> fallback(OneBotCall call, CallOutcome.Refused refusal) {
        return OneBotRenderer.fallback(call, refusal);
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }

    /** A wrong access token is 403 (https://github.com/botuniverse/onebot-11/blob/master/communication/authorization.md). */
    @Override
    public RejectionCode refusalCode(int code) {
        return code == FORBIDDEN ? RejectionCode.BOT_UNAUTHORIZED : PartCalls.super.refusalCode(code);
    }
}
