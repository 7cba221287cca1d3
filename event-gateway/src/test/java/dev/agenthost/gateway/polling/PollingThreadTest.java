package dev.agenthost.gateway.polling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests the thread that polls one bot. */
class PollingThreadTest {
    private static final BotRegistration BOT = new BotRegistration(
            "support",
            "w",
            BotPlatform.TELEGRAM,
            "support",
            true,
            Map.of("token", List.of("TOKEN")),
            JsonNodeFactory.instance.objectNode(),
            1,
            null);

    @Test
    void aThreadThatSawAnOverdueLeaseIsNeverTakenForOneThatPolls() throws Exception {
        AtomicBoolean isCurrent = new AtomicBoolean(true);
        CountDownLatch polls = new CountDownLatch(1);
        PollingThread thread = new PollingThread(
                new PollingClaim(BOT.botId(), new Incarnation(UUID.randomUUID()), 1),
                BOT,
                isCurrent::get,
                (claim, bot, mayPoll) -> {
                    polls.countDown();
                    while (mayPoll.getAsBoolean()) {
                        Thread.onSpinWait();
                    }
                });
        polls.await();

        isCurrent.set(false);
        assertThat(thread.hasEnded(Duration.ofSeconds(30))).isTrue();
        isCurrent.set(true);

        assertThat(thread.mayPoll())
                .as("the supervisor releases the bot and claims it again")
                .isFalse();
    }
}
