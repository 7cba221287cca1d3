package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordRateLimit;
import dev.agenthost.im.discord.client.DiscordResult;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * The rates of one bot in one channel, shared by all replicas: that of each route there, and that of all calls of the bot. What an answer
 * says about a rate holds for every replica.
 */
final class DiscordGate {
    private final CallRateLimiter limiter;
    private final String endpoint;
    private final String channel;
    private final DiscordBuckets buckets;

    DiscordGate(CallRateLimiter limiter, String endpoint, String channel, DiscordBuckets buckets) {
        this.limiter = limiter;
        this.endpoint = endpoint;
        this.channel = channel;
        this.buckets = buckets;
    }

    /** Takes a call; returns the time to wait, or zero. */
    Uni<Duration> take(DiscordRoute route) {
        return rate(route).take();
    }

    /** Takes a call that waits for all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> takeForPreview(DiscordRoute route) {
        return rate(route).takeForPreview();
    }

    /** Returns the outcome, after the rates that the answer stated are stored. They are stored at most once, and the call has its outcome anyway. */
    Uni<CallOutcome> answered(DiscordRoute route, DiscordResult result) {
        buckets.learn(route, result.limit().bucket());
        return pause(route, result).onFailure().recoverWithNull().replaceWith(result.outcome());
    }

    private Uni<Void> pause(DiscordRoute route, DiscordResult result) {
        DiscordRateLimit limit = result.limit();
        if (result.outcome() instanceof CallOutcome.RetryAfter(Duration delay)) {
            return limit.isGlobal() ? rate(route).pauseBot(delay) : pause(route, delay);
        }
        Duration reset = limit.resetAfter();
        return limit.isExhausted() && reset != null
                ? pause(route, reset)
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> pause(DiscordRoute route, Duration delay) {
        List<Uni<Void>> pauses = buckets.sharing(route).stream()
                .map(each -> rate(each).pause(delay))
                .toList();
        return Uni.join().all(pauses).andFailFast().replaceWithVoid();
    }

    /** The rate of the bot is that of all routes, because they have one endpoint. */
    private BotRate rate(DiscordRoute route) {
        return BotRate.of(limiter, endpoint, route + "/" + channel, route.rate(), DiscordRoute.BOT);
    }
}
