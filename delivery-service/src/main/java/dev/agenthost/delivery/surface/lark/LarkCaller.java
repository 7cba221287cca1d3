package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkAnswer;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.rendering.FileMessage;
import dev.agenthost.im.lark.rendering.LarkFallback;
import dev.agenthost.im.lark.rendering.LongCard;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part as one app: messages under their keys, those with a file after its upload. */
final class LarkCaller implements PartCalls<LarkCall> {
    /**
     * Age of a part up to which a message is repeated under its key. Lark keeps a key for an hour, and the first call is younger than its
     * part; the rest is for the calls of the claim and for the clocks.
     */
    private static final Duration KEYED = Duration.ofMinutes(50);

    private final LarkBots bots;
    private final LarkApp app;
    private final LarkGate gate;
    private final ClaimedSend claimed;
    private final FileClaim files;
    private final SecretRedactor redactor;

    LarkCaller(
            LarkBots bots, LarkApp app, SendRepository sends, LarkGate gate, ClaimedSend claimed, OutboundReply part) {
        this.bots = bots;
        this.app = app;
        this.gate = gate;
        this.claimed = claimed;
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(app.secret()));
    }

    @Override
    public Uni<Duration> take(LarkCall call) {
        return gate.take();
    }

    @Override
    public Uni<Void> pause(LarkCall call, Duration delay) {
        return gate.pause(delay);
    }

    /** Makes a call. One with a file prolongs the claim first, because it may take longer than other calls. */
    @Override
    public Uni<CallOutcome> call(LarkCall call, BooleanSupplier holdsClaim) {
        LarkUpload file = call.file();
        if (file == null) {
            return make(call, holdsClaim);
        }
        if (bots.uploads().isEmpty()) {
            return make(FileMessage.notice(call), holdsClaim);
        }
        LarkFileCaller upload = bots.uploads().get();
        return files.make(
                upload.limit(), () -> upload.make(bots.client(), app, keyed(call), file, files.reader(), holdsClaim));
    }

    private Uni<CallOutcome> make(LarkCall call, BooleanSupplier holdsClaim) {
        return bots.client().call(app, keyed(call), holdsClaim).map(outcome -> shownBy(call, outcome));
    }

    /** The answer to an update of a card has no id: the message that shows it is known. */
    private static CallOutcome shownBy(LarkCall call, CallOutcome outcome) {
        return call.isCardUpdate() && outcome instanceof CallOutcome.Accepted
                ? new CallOutcome.Accepted(call.shownBy())
                : outcome;
    }

    private LarkCall keyed(LarkCall call) {
        return call.keyed(claimed.send().key().idempotencyKey());
    }

    /** An edit, an update of a card, a removal and a reaction have no second effect. */
    @Override
    public Duration repeatableFor(LarkCall call) {
        return call.isMessage() ? KEYED : ChronoUnit.FOREVER.getDuration();
    }

    @Override
    public Optional<List<LarkCall>> fallback(LarkCall call, CallOutcome.Refused refusal) {
        return LarkFallback.of(call, refusal);
    }

    @Override
    public List<LarkCall> pieces(LarkCall call, int division) {
        return LongCard.pieces(call, division);
    }

    @Override
    public boolean canDivide(LarkCall call, int division, CallOutcome.Refused refusal) {
        return LarkFallback.isTooLong(refusal) && LongCard.canDivide(call, division);
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }

    @Override
    public RejectionCode refusalCode(int code) {
        if (LarkAnswer.isUnauthorized(code)) {
            return RejectionCode.BOT_UNAUTHORIZED;
        }
        return LarkAnswer.isForbidden(code) ? RejectionCode.BOT_FORBIDDEN : RejectionCode.BOT_REFUSED;
    }
}
