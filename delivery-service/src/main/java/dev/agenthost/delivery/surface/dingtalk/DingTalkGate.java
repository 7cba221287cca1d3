package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * The limits of one bot at DingTalk: 20 calls of a method in a second
 * (https://open.dingtalk.com/document/development/how-to-process-api-throttling-on-the-dingtalk-server). Assumed: the rate of one chat, so
 * that one chat does not use the rate of all.
 */
final class DingTalkGate {
    /** At most 3 + 1000 / 200 calls in any second. */
    private static final CallRate CHAT = new CallRate(Duration.ofMillis(200), 3);
    /** At most 4 + 1000 / 65 calls in any second. */
    private static final CallRate BOT = new CallRate(Duration.ofMillis(65), 4);

    private final BotRate messages;
    private final BotRate cards;

    DingTalkGate(CallRateLimiter limiter, String endpoint, String chatId) {
        messages = BotRate.of(limiter, endpoint, chatId, CHAT, BOT);
        cards = BotRate.of(limiter, endpoint + "/cards", chatId, CHAT, BOT);
    }

    private BotRate rate(DingTalkCall.Kind kind) {
        return kind.isMessage() ? messages : cards;
    }

    /** Takes a call; returns the time to wait, or zero. */
    Uni<Duration> take(DingTalkCall call) {
        return rate(call.kind()).take();
    }

    /** Takes a call of a preview, which waits for all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> takeForPreview() {
        return cards.takeForPreview();
    }

    /** Lets every replica wait, because DingTalk asked for it. */
    Uni<Void> pause(DingTalkCall call, Duration delay) {
        return rate(call.kind()).pause(delay);
    }

    /** Lets every replica wait with calls on cards. */
    Uni<Void> pausePreviews(Duration delay) {
        return cards.pause(delay);
    }
}
