package dev.agenthost.delivery.surface.line;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import java.time.Duration;

/**
 * The limits of one channel at LINE: each function of the API has its own
 * (https://developers.line.biz/en/reference/messaging-api/#rate-limits). Many messages to one person are refused, too, but no page has their
 * number: the rate of a chat is assumed.
 */
final class LineRates {
    /** At most 10 + 1000 / 200 pushes to one chat in any second (assumed). */
    static final CallRate CHAT = new CallRate(Duration.ofMillis(200), 10);
    /** At most 100 + 1000 pushes in any second, of 2,000. */
    private static final CallRate PUSHES = new CallRate(Duration.ofMillis(1), 100);
    /** At most 10 + 1000 / 20 animations in any second, of 100. */
    private static final CallRate LOADING = new CallRate(Duration.ofMillis(20), 10);

    private LineRates() {}

    static BotRate pushes(CallRateLimiter limiter, String endpoint, String chat) {
        return BotRate.of(limiter, endpoint, chat, CHAT, PUSHES);
    }

    /** Returns the rate of animations, which takes none of the pushes. */
    static BotRate loading(CallRateLimiter limiter, String endpoint, String chat) {
        return BotRate.of(limiter, endpoint + "/loading", chat, CHAT, LOADING);
    }
}
