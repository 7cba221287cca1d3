package dev.agenthost.delivery.surface.wecom;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import java.time.Duration;

/**
 * The limits of one bot at WeCom: 30 messages to one person in a minute and 1,000 in an hour, beyond which WeCom drops them without a word
 * (https://developer.work.weixin.qq.com/document/path/90454). That of a day, 200 for each account of the company, is not known to the
 * host. Assumed: the rate of all messages of an application.
 */
final class WeComRates {
    /** At most 12 + 60 / 3.7 = 28 messages in a minute, and 12 + 3600 / 3.7 = 984 in an hour. */
    static final CallRate PERSON = new CallRate(Duration.ofMillis(3_700), 12);
    /** At most 10 + 1000 / 50 calls in any second. */
    private static final CallRate BOT = new CallRate(Duration.ofMillis(50), 10);

    private WeComRates() {}

    static BotRate messages(CallRateLimiter limiter, String endpoint, String userId) {
        return BotRate.of(limiter, endpoint, userId, PERSON, BOT);
    }
}
