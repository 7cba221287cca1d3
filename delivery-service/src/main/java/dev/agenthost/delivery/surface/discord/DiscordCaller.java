package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordFallback;
import dev.agenthost.im.discord.rendering.DiscordLongMessage;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one part as one bot: messages under their nonces, those with a file with its content. */
final class DiscordCaller implements PartCalls<DiscordCall> {
    /**
     * Age of a part up to which a message is repeated under its nonce. Discord remembers nonces for "the past few minutes"
     * (https://docs.discord.com/developers/resources/message#create-message-json/form-params), which are three at least (assumed). The first
     * call is younger than its part; the rest is for the calls of the claim and for the clocks.
     */
    static final Duration KEYED = Duration.ofMinutes(2);

    private final DiscordBots bots;
    private final DiscordCalls calls;
    private final DiscordGate gate;
    private final ClaimedSend claimed;
    private final FileClaim files;
    private final SecretRedactor redactor;

    DiscordCaller(
            DiscordBots bots,
            DiscordCalls calls,
            SendRepository sends,
            DiscordGate gate,
            ClaimedSend claimed,
            OutboundReply part) {
        this.bots = bots;
        this.calls = calls;
        this.gate = gate;
        this.claimed = claimed;
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(calls.app().token()));
    }

    @Override
    public Uni<Duration> take(DiscordCall call) {
        return gate.take(DiscordRoute.of(call));
    }

    /** Every replica waits already: the answer named the rate. */
    @Override
    public Uni<Void> pause(DiscordCall call, Duration delay) {
        return Uni.createFrom().voidItem();
    }

    /** Makes a call. One with a file prolongs the claim first, because it may take longer than other calls. */
    @Override
    public Uni<CallOutcome> call(DiscordCall call, BooleanSupplier holdsClaim) {
        if (!(call instanceof DiscordCall.Post post)) {
            return make(call, holdsClaim);
        }
        OutboundArtifact file = post.file();
        if (file == null) {
            return make(post, holdsClaim).map(DiscordCaller::sent);
        }
        if (bots.uploads().isEmpty()) {
            return make(DiscordFallback.named(post), holdsClaim).map(DiscordCaller::sent);
        }
        DiscordFileCaller upload = bots.uploads().get();
        return files.make(
                        upload.limit(), () -> upload.make(calls, gate, post, file, files.reader(), part(), holdsClaim))
                .map(DiscordCaller::sent);
    }

    private Uni<CallOutcome> make(DiscordCall call, BooleanSupplier holdsClaim) {
        return calls.call(call, part(), holdsClaim).chain(result -> gate.answered(DiscordRoute.of(call), result));
    }

    /**
     * A message that was sent under its nonce and then removed is not sent again, and answered as unknown
     * (https://github.com/discord/discord-api-docs/pull/6647).
     */
    private static CallOutcome sent(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Refused(int code, String why) && code == DiscordAnswer.NO_MESSAGE
                ? new CallOutcome.NotModified()
                : outcome;
    }

    /** An edit, a removal and a reaction have no second effect. */
    @Override
    public Duration repeatableFor(DiscordCall call) {
        return call instanceof DiscordCall.Post ? KEYED : ChronoUnit.FOREVER.getDuration();
    }

    @Override
    public Optional<List<DiscordCall>> fallback(DiscordCall call, CallOutcome.Refused refusal) {
        return DiscordFallback.of(call, refusal);
    }

    @Override
    public List<DiscordCall> pieces(DiscordCall call, int division) {
        return call instanceof DiscordCall.WithText text ? DiscordLongMessage.pieces(text, division) : List.of(call);
    }

    @Override
    public boolean canDivide(DiscordCall call, int division, CallOutcome.Refused refusal) {
        return refusal.code() == DiscordAnswer.TOO_LONG
                && call instanceof DiscordCall.WithText text
                && DiscordLongMessage.canDivide(text, division);
    }

    @Override
    public @Nullable String editedMessage(DiscordCall call) {
        return call instanceof DiscordCall.Edit edit ? edit.message() : null;
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }

    private String part() {
        return claimed.send().key().idempotencyKey();
    }
}
