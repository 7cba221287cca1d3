package dev.agenthost.delivery.surface.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** https://docs.discord.com/developers/topics/rate-limits */
class DiscordLimitsTest {
    private static final DiscordApp APP = new DiscordApp("https://h/api/v10", "token");

    private final AtomicLong clock = new AtomicLong(-5);

    @Test
    void aRefusedTokenIsNotUsedUntilItOrTheBotChangesOrTheTimeIsOver() {
        RefusedTokens tokens = new RefusedTokens(clock::get);
        tokens.refused(bot(1), APP);

        assertThat(tokens.isRefused(bot(1), APP)).isTrue();
        assertThat(tokens.isRefused(bot(2), APP)).isFalse();
        assertThat(tokens.isRefused(bot(1), new DiscordApp(APP.apiUrl(), "new")))
                .isFalse();
        clock.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
        assertThat(tokens.isRefused(bot(1), APP)).isTrue();
        clock.incrementAndGet();
        assertThat(tokens.isRefused(bot(1), APP)).isFalse();
    }

    @Test
    void noCallIsMadeAfterTooManyInvalidOnesUntilTheFirstIsTenMinutesOld() {
        InvalidRequestLimiter limiter = new InvalidRequestLimiter(clock::get);
        limiter.count();
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        for (int i = 1; i < InvalidRequestLimiter.MOST; i++) {
            assertThat(limiter.isExceeded()).isFalse();
            limiter.count();
        }

        assertThat(limiter.isExceeded()).isTrue();
        clock.addAndGet(Duration.ofMinutes(9).toNanos() - 1);
        assertThat(limiter.isExceeded()).isTrue();
        clock.incrementAndGet();
        assertThat(limiter.isExceeded()).isFalse();
        limiter.count();
        assertThat(limiter.isExceeded()).isTrue();
    }

    @Test
    void routesOfOneBucketWaitTogether() {
        DiscordBuckets buckets = new DiscordBuckets();
        assertThat(buckets.sharing(DiscordRoute.EDITS)).containsExactly(DiscordRoute.EDITS);

        buckets.learn(DiscordRoute.EDITS, "b1");
        buckets.learn(DiscordRoute.MESSAGES, "b1");
        buckets.learn(DiscordRoute.REACTIONS, "b2");
        buckets.learn(DiscordRoute.REACTIONS, null);

        assertThat(buckets.sharing(DiscordRoute.EDITS))
                .containsExactlyInAnyOrder(DiscordRoute.EDITS, DiscordRoute.MESSAGES);
        assertThat(buckets.sharing(DiscordRoute.REACTIONS)).containsExactly(DiscordRoute.REACTIONS);
    }

    private static BotRegistration bot(int version) {
        return new BotRegistration(
                "bot",
                "demo",
                BotPlatform.DISCORD,
                "bot",
                true,
                Map.of(),
                JsonNodeFactory.instance.objectNode(),
                version,
                null);
    }
}
