package dev.agenthost.delivery.surface.wecom;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.im.wecom.rendering.WeComFallback;
import dev.agenthost.im.wecom.rendering.WeComFiles;
import dev.agenthost.im.wecom.rendering.WeComPieces;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part as one application: cards under their task ids, messages with a file after its upload. */
final class WeComCaller implements PartCalls<WeComCall> {
    private final WeComBots bots;
    private final WeComApp app;
    private final BotRate rate;
    private final ClaimedSend claimed;
    private final FileClaim files;
    private final SecretRedactor redactor;

    WeComCaller(
            WeComBots bots, WeComApp app, SendRepository sends, BotRate rate, ClaimedSend claimed, OutboundReply part) {
        this.bots = bots;
        this.app = app;
        this.rate = rate;
        this.claimed = claimed;
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(app.secret()));
    }

    @Override
    public Uni<Duration> take(WeComCall call) {
        return rate.take();
    }

    /** WeCom counts the calls of the application, not those to one person. */
    @Override
    public Uni<Void> pause(WeComCall call, Duration delay) {
        return rate.pauseBot(delay);
    }

    /** Makes a call. An upload whose token is refused is repeated once with a new one. */
    @Override
    public Uni<CallOutcome> call(WeComCall call, BooleanSupplier holdsClaim) {
        WeComUpload file = call.file();
        if (file == null) {
            return make(call, holdsClaim);
        }
        if (bots.uploads().isEmpty()) {
            return make(WeComFiles.notice(call, file), holdsClaim);
        }
        WeComFileCaller upload = bots.uploads().get();
        return makeAfterUpload(upload, call, file, holdsClaim)
                .chain(outcome -> WeComAnswer.refusesUpload(outcome)
                        ? makeAfterUpload(upload, call, file, holdsClaim)
                        : Uni.createFrom().item(outcome));
    }

    private Uni<CallOutcome> makeAfterUpload(
            WeComFileCaller upload, WeComCall call, WeComUpload file, BooleanSupplier holdsClaim) {
        return files.make(
                upload.limit(), () -> upload.make(bots.client(), app, call, file, files.reader(), holdsClaim));
    }

    private Uni<CallOutcome> make(WeComCall call, BooleanSupplier holdsClaim) {
        return bots.client().call(app, call.keyed(claimed.send().key().idempotencyKey()), holdsClaim);
    }

    /** A task id is accepted once and does not expire (assumed); a message has no key. */
    @Override
    public Duration repeatableFor(WeComCall call) {
        return call.isCard() ? ChronoUnit.FOREVER.getDuration() : Duration.ZERO;
    }

    @Override
    public Optional<List<WeComCall>> fallback(WeComCall call, CallOutcome.Refused refusal) {
        return WeComFallback.of(call, refusal);
    }

    @Override
    public List<WeComCall> pieces(WeComCall call, int division) {
        return WeComPieces.of(call, division);
    }

    @Override
    public boolean canDivide(WeComCall call, int division, CallOutcome.Refused refusal) {
        return WeComPieces.canDivide(call, division, refusal);
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }
}
