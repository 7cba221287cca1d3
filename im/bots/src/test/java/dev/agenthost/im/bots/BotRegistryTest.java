package dev.agenthost.im.bots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BotRegistryTest {
    private final BotRegistry bots = new BotRegistry();

    @Test
    void theLatestRecordOfABotCounts() {
        bots.take(bot(1, null));
        bots.take(bot(2, null));
        assertThat(bots.of(BotPlatform.TELEGRAM, "support")).contains(bot(2, null));

        bots.take(bot(2, Instant.EPOCH));
        assertThat(bots.of(BotPlatform.TELEGRAM, "support")).isEmpty();
        assertThat(bots.isEmpty()).isTrue();

        bots.take(bot(1, null));
        assertThat(bots.of(BotPlatform.TELEGRAM, "support")).contains(bot(1, null));
    }

    @Test
    void anUnknownBotMayExistUntilAllAreRead() {
        assertThat(bots.isComplete()).isFalse();
        bots.complete();
        assertThat(bots.isComplete()).isTrue();
    }

    @Test
    void aBotIsPolledIfItsOptionSaysSoAndItIsEnabled() {
        bots.take(polled("webhook", true, "webhook"));
        bots.take(polled("asleep", false, "polling"));
        bots.take(polled("polled", true, "polling"));

        assertThat(bots.receivingBy(BotRegistration.POLLING, BotPlatform.TELEGRAM))
                .extracting(BotRegistration::botId)
                .containsExactly("polled");
    }

    private static BotRegistration polled(String id, boolean enabled, String receive) {
        return new BotRegistration(
                id,
                "demo",
                BotPlatform.TELEGRAM,
                id,
                enabled,
                Map.of(),
                JsonNodeFactory.instance.objectNode().put("receive", receive),
                1,
                null);
    }

    private static BotRegistration bot(int version, @Nullable Instant deletedAt) {
        return new BotRegistration(
                "support",
                "demo",
                BotPlatform.TELEGRAM,
                "Support",
                true,
                Map.of(),
                JsonNodeFactory.instance.objectNode(),
                version,
                deletedAt);
    }
}
