package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkAnswer;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.rendering.DingTalkFallback;
import dev.agenthost.im.dingtalk.rendering.DingTalkFiles;
import dev.agenthost.im.dingtalk.rendering.DingTalkPieces;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part as one app: those on cards under their keys, messages with a file after its upload. */
final class DingTalkCaller implements PartCalls<DingTalkCall> {
    private final DingTalkBots bots;
    private final DingTalkApp app;
    private final DingTalkGate gate;
    private final ClaimedSend claimed;
    private final FileClaim files;
    private final SecretRedactor redactor;

    DingTalkCaller(
            DingTalkBots bots,
            DingTalkApp app,
            SendRepository sends,
            DingTalkGate gate,
            ClaimedSend claimed,
            OutboundReply part) {
        this.bots = bots;
        this.app = app;
        this.gate = gate;
        this.claimed = claimed;
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(app.secret()));
    }

    @Override
    public Uni<Duration> take(DingTalkCall call) {
        return gate.take(call);
    }

    @Override
    public Uni<Void> pause(DingTalkCall call, Duration delay) {
        return gate.pause(call, delay);
    }

    /**
     * Makes a call. One with a file prolongs the claim first, because it may take longer than other calls; an upload whose token is refused
     * is repeated once with a new one.
     */
    @Override
    public Uni<CallOutcome> call(DingTalkCall call, BooleanSupplier holdsClaim) {
        DingTalkUpload file = call.file();
        if (file == null) {
            return make(call, holdsClaim);
        }
        if (bots.uploads().isEmpty()) {
            return make(DingTalkFiles.notice(call), holdsClaim);
        }
        DingTalkFileCaller upload = bots.uploads().get();
        return makeAfterUpload(upload, call, file, holdsClaim)
                .chain(outcome -> DingTalkAnswer.refusesUpload(outcome)
                        ? makeAfterUpload(upload, call, file, holdsClaim)
                        : Uni.createFrom().item(outcome));
    }

    private Uni<CallOutcome> makeAfterUpload(
            DingTalkFileCaller upload, DingTalkCall call, DingTalkUpload file, BooleanSupplier holdsClaim) {
        return files.make(
                upload.limit(), () -> upload.make(bots.client(), app, keyed(call), file, files.reader(), holdsClaim));
    }

    private Uni<CallOutcome> make(DingTalkCall call, BooleanSupplier holdsClaim) {
        return bots.client().call(app, keyed(call), holdsClaim);
    }

    private DingTalkCall keyed(DingTalkCall call) {
        return call.keyed(claimed.send().key().idempotencyKey());
    }

    /** A card and its changes have keys, which do not expire (assumed); a message has none. */
    @Override
    public Duration repeatableFor(DingTalkCall call) {
        return call.kind().isMessage() ? Duration.ZERO : ChronoUnit.FOREVER.getDuration();
    }

    @Override
    public Optional<List<DingTalkCall>> fallback(DingTalkCall call, CallOutcome.Refused refusal) {
        return DingTalkFallback.of(call, refusal);
    }

    @Override
    public List<DingTalkCall> pieces(DingTalkCall call, int division) {
        return DingTalkPieces.of(call, division);
    }

    @Override
    public boolean canDivide(DingTalkCall call, int division, CallOutcome.Refused refusal) {
        return DingTalkPieces.canDivide(call, division, refusal);
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }
}
