package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import java.time.Duration;

/** The rates of a bot at Slack (https://docs.slack.dev/apis/web-api/rate-limits). */
final class SlackRates {
    /** One message in a second into a channel. */
    private static final CallRate CHANNEL = new CallRate(Duration.ofSeconds(1), 1);
    /** "Several hundred" messages in a minute into a Slack workspace: 300. */
    private static final CallRate BOT = new CallRate(Duration.ofMillis(200), 20);
    /** Tier 3, "50 or more" edits in a minute: 40 of previews, and those of complete answers. */
    private static final CallRate EDITS = new CallRate(Duration.ofMillis(1_500), 1);

    /** Tier 4, "100 or more" appends in a minute: 80. */
    private static final CallRate APPENDS = new CallRate(Duration.ofMillis(750), 1);
    /** Tier 2, "20 or more" in a minute: 15 starts, and 5 at once. Each is followed by one stop. */
    private static final CallRate STREAMS = new CallRate(Duration.ofSeconds(4), 5);

    private SlackRates() {}

    /** Returns the rate of messages into a channel. */
    static BotRate messages(CallRateLimiter limiter, String endpoint, String channel) {
        return BotRate.of(limiter, endpoint, channel, CHANNEL, BOT);
    }

    /** Returns the rate of edits of previews. */
    static BotRate edits(CallRateLimiter limiter, String endpoint, String channel) {
        return BotRate.of(limiter, endpoint + "/edits", channel, CHANNEL, EDITS);
    }

    /** Returns the rate of appended texts. */
    static BotRate appends(CallRateLimiter limiter, String endpoint, String channel) {
        return BotRate.of(limiter, endpoint + "/appends", channel, CHANNEL, APPENDS);
    }

    /** Returns the rate of streams that are started. */
    static BotRate streams(CallRateLimiter limiter, String endpoint, String channel) {
        return BotRate.of(limiter, endpoint + "/streams", channel, CHANNEL, STREAMS);
    }
}
