package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.calls.EarlierCall;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.slack.calls.SlackAnswer;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.rendering.LongMessage;
import dev.agenthost.im.slack.rendering.MessageBody;
import dev.agenthost.im.slack.rendering.SlackFallback;
import dev.agenthost.im.slack.rendering.SlackRenderer;
import dev.agenthost.im.slack.rendering.SlackTarget;
import dev.agenthost.im.slack.rendering.StreamCandidates;
import dev.agenthost.im.slack.rendering.StreamTarget;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one part as one app: messages with their keys, and files after their upload. */
final class SlackCaller implements PartCalls<SlackCall> {
    private final SlackBots bots;
    private final SlackApp app;
    private final BotRate rate;
    private final ClaimedSend claimed;
    private final SlackTarget target;
    private final boolean mayStream;
    private final FileClaim files;
    private final SecretRedactor redactor;

    SlackCaller(
            SlackBots bots,
            SlackApp app,
            SendRepository sends,
            BotRate rate,
            ClaimedSend claimed,
            SlackTarget target,
            OutboundReply part) {
        this.bots = bots;
        this.app = app;
        this.rate = rate;
        this.claimed = claimed;
        this.target = target;
        this.mayStream = StreamTarget.of(part.replyTarget()).isPresent();
        this.files = FileClaim.of(sends, claimed, part);
        this.redactor = SecretRedactor.of(List.of(app.token()));
    }

    @Override
    public Uni<Duration> take(SlackCall call) {
        return rate.take();
    }

    @Override
    public Uni<Void> pause(SlackCall call, Duration delay) {
        return rate.pause(delay);
    }

    /** Makes a call. One with a file prolongs the claim first, because it may take longer than other calls. */
    @Override
    public Uni<CallOutcome> call(SlackCall call, BooleanSupplier holdsClaim) {
        OutboundArtifact file = call.file();
        if (file == null) {
            return make(call, holdsClaim);
        }
        if (bots.uploads().isEmpty()) {
            return make(SlackFallback.named(call), holdsClaim);
        }
        SlackFileCaller upload = bots.uploads().get();
        return files.make(
                upload.limit(), () -> upload.make(bots.client(), app, call, file, files.reader(), holdsClaim));
    }

    private Uni<CallOutcome> make(SlackCall call, BooleanSupplier holdsClaim) {
        return call.isOfStream()
                ? send(StreamTarget.stop(call.channel(), String.valueOf(editedMessage(call))), holdsClaim)
                        .chain(stopped -> isStopped(stopped)
                                ? send(call, holdsClaim)
                                : Uni.createFrom().item(notMade(stopped)))
                : send(call, holdsClaim);
    }

    private Uni<CallOutcome> send(SlackCall call, BooleanSupplier holdsClaim) {
        return bots.client().call(app, call.method(), MessageBody.of(call, part()), holdsClaim);
    }

    /** A stop is refused if the stream has ended, or its message is gone: the call that follows tells. */
    private static boolean isStopped(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Accepted || outcome instanceof CallOutcome.Refused;
    }

    /** A stop without an answer shows nothing, so the call that follows it is not in doubt. */
    private static CallOutcome notMade(CallOutcome stop) {
        return stop instanceof CallOutcome.Unclear(String why) ? new CallOutcome.NotSent(why, true) : stop;
    }

    /** Looks for the message among those of its thread or channel since the part was created. */
    @Override
    public Uni<EarlierCall> find(SlackCall call) {
        return call.hasKey()
                ? search(call, claimed.createdAt())
                : Uni.createFrom().item(new EarlierCall.NotVisible());
    }

    /**
     * Looks for the message of the preview of the part.
     *
     * @param age of the call in doubt
     * @param calls of the part
     */
    Uni<EarlierCall> findPreview(Duration age, List<SlackCall> calls) {
        SlackCall preview = SlackRenderer.preview(target, FormattedText.plain(""));
        MessageSearch search = searchFor(preview, claimed.createdAt().minus(age));
        String thread = target.thread();
        if (thread == null || !mayStream) {
            return search.find(thread);
        }
        FormattedText text = calls.isEmpty() ? null : calls.getFirst().text();
        return search.findStream(thread, new StreamCandidates(app.appId(), thread, text == null ? "" : text.text()));
    }

    private Uni<EarlierCall> search(SlackCall call, Instant since) {
        return searchFor(call, since).find(call.thread());
    }

    private MessageSearch searchFor(SlackCall call, Instant since) {
        return new MessageSearch(bots.client(), app, call.channel(), call.key(part()), since);
    }

    /** An edit and a reaction have no second effect. */
    @Override
    public Duration repeatableFor(SlackCall call) {
        return call.hasKey() || call.file() != null ? Duration.ZERO : ChronoUnit.FOREVER.getDuration();
    }

    @Override
    public Optional<List<SlackCall>> fallback(SlackCall call, CallOutcome.Refused refusal) {
        return SlackFallback.of(call, refusal);
    }

    @Override
    public List<SlackCall> pieces(SlackCall call, int division) {
        return LongMessage.pieces(call, division);
    }

    @Override
    public boolean canDivide(SlackCall call, int division, CallOutcome.Refused refusal) {
        return refusal.code() == SlackAnswer.TOO_LONG && LongMessage.canDivide(call, division);
    }

    @Override
    public @Nullable String editedMessage(SlackCall call) {
        return call.parameters().path("ts").textValue();
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }

    private String part() {
        return claimed.send().key().idempotencyKey();
    }
}
