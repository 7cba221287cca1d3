package dev.agenthost.delivery.surface.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans */
class DiscordCallsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final DiscordCall TYPING = new DiscordCall.Typing("82");

    private final Vertx vertx = Vertx.vertx();
    private final InvalidRequestLimiter invalid = new InvalidRequestLimiter(System::nanoTime);
    private final RefusedTokens refused = new RefusedTokens(System::nanoTime);
    private final ScriptedDiscord discord;

    DiscordCallsTest() throws IOException {
        discord = new ScriptedDiscord("token");
        discord.write("82");
    }

    /** One more invalid call is permitted. */
    @BeforeEach
    void countInvalidCalls() {
        for (int i = 1; i < InvalidRequestLimiter.MOST; i++) {
            invalid.count();
        }
    }

    @AfterEach
    void close() {
        discord.close();
        vertx.close();
    }

    @Test
    void callsTooManyOfASharedResourceDoNotCount() {
        discord.failNext(new DiscordFault.TooManyRequests(1, "shared"));
        discord.failNext(new DiscordFault.Refusal(404, 10008, "Unknown Message"));

        assertThat(call("token")).isInstanceOf(CallOutcome.RetryAfter.class);
        assertThat(call("token")).isInstanceOf(CallOutcome.Refused.class);
        assertThat(call("token")).isInstanceOf(CallOutcome.Accepted.class);
    }

    @Test
    void afterTheLastInvalidCallNoneIsMade() {
        discord.failNext(new DiscordFault.Refusal(403, 50001, "Missing Access"));
        assertThat(call("token")).isInstanceOf(CallOutcome.Refused.class);

        assertThat(call("token")).isInstanceOf(CallOutcome.NotSent.class);
        assertThat(discord.calls("POST ")).hasSize(1);
    }

    @Test
    void callsTooManyOfTheBotCount() {
        discord.failNext(new DiscordFault.TooManyRequests(1, "user"));
        assertThat(call("token")).isInstanceOf(CallOutcome.RetryAfter.class);

        assertThat(call("token")).isInstanceOf(CallOutcome.NotSent.class);
    }

    @Test
    void aRefusedTokenIsRefusedWithoutACall() {
        assertThat(call("other")).isInstanceOf(CallOutcome.Refused.class);

        assertThat(call("other"))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, outcome -> assertThat(outcome.code())
                        .isEqualTo(401));
        assertThat(discord.calls("POST ")).hasSize(1);
    }

    private CallOutcome call(String token) {
        BotRegistration bot = new BotRegistration(
                "bot",
                "demo",
                BotPlatform.DISCORD,
                "bot",
                true,
                Map.of(),
                JsonNodeFactory.instance.objectNode(),
                1,
                null);
        DiscordClient client = new DiscordClient(new EgressClient(vertx, new AddressPolicy(true), 4, LIMIT), LIMIT);
        return new DiscordCalls(client, bot, new DiscordApp(discord.apiUrl(), token), refused, invalid)
                .call(TYPING, "", () -> true)
                .await()
                .atMost(LIMIT)
                .outcome();
    }
}
