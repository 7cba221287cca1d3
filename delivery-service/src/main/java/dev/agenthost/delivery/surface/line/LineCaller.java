package dev.agenthost.delivery.surface.line;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.client.LineApp;
import dev.agenthost.im.line.client.LineClient;
import dev.agenthost.im.line.rendering.LinePushes;
import dev.agenthost.platform.security.SecretRedactor;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part as one channel: pushes under their keys. */
final class LineCaller implements PartCalls<LineCall> {
    /**
     * Age of a part up to which a push is repeated under its key. LINE keeps keys for 24 hours
     * (https://developers.line.biz/en/reference/messaging-api/#retry-api-request). The first call is younger than its part; the rest is for the
     * calls of the claim and for the clocks.
     */
    static final Duration KEYED = Duration.ofHours(23);

    private final LineClient client;
    private final LineApp app;
    private final BotRate rate;
    private final String part;
    private final SecretRedactor redactor;

    LineCaller(LineClient client, LineApp app, BotRate rate, ClaimedSend claimed) {
        this.client = client;
        this.app = app;
        this.rate = rate;
        this.part = claimed.send().key().idempotencyKey();
        this.redactor = SecretRedactor.of(List.of(app.token()));
    }

    @Override
    public Uni<Duration> take(LineCall call) {
        return rate.take();
    }

    /** LINE counts the pushes of the channel. */
    @Override
    public Uni<Void> pause(LineCall call, Duration delay) {
        return rate.pauseBot(delay);
    }

    @Override
    public Uni<CallOutcome> call(LineCall call, BooleanSupplier holdsClaim) {
        return client.push(app, call, part, holdsClaim);
    }

    @Override
    public Duration repeatableFor(LineCall call) {
        return KEYED;
    }

    /** A push with a question has other calls in its place, which are recorded: see {@link #pieces}. */
    @Override
    public Optional<List<LineCall>> fallback(LineCall call, CallOutcome.Refused refusal) {
        return Optional.empty();
    }

    @Override
    public List<LineCall> pieces(LineCall call, int division) {
        return LinePushes.of(call, division);
    }

    @Override
    public boolean canDivide(LineCall call, int division, CallOutcome.Refused refusal) {
        return LinePushes.canDivide(call, division, refusal);
    }

    @Override
    public String clean(String words) {
        return redactor.without(words);
    }
}
