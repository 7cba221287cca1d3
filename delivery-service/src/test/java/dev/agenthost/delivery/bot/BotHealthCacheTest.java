package dev.agenthost.delivery.bot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BotHealthCacheTest {
    private static final BotHealth HEALTH = BotHealth.of(BotProblem.tokenMissing(), Instant.EPOCH);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final List<UniEmitter<? super BotHealth>> calls = new ArrayList<>();
    private final BotHealthCache cache =
            new BotHealthCache(bot -> Uni.createFrom().emitter(calls::add), Duration.ofSeconds(10), nanos::get);

    @Test
    void requestsOfATermShareOneCheck() {
        List<BotHealth> answers = new ArrayList<>();
        cache.check(bot("a", 1)).subscribe().with(answers::add);
        cache.check(bot("a", 1)).subscribe().with(answers::add);
        assertThat(calls).hasSize(1);

        calls.getFirst().complete(HEALTH);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos() - 1);
        cache.check(bot("a", 1)).subscribe().with(answers::add);

        assertThat(answers).containsExactly(HEALTH, HEALTH, HEALTH);
        assertThat(calls).hasSize(1);
        nanos.incrementAndGet();
        cache.check(bot("a", 1)).subscribe().with(answers::add);
        assertThat(calls).hasSize(2);
    }

    @Test
    void anotherBotAndAChangedOneAreCheckedAtOnce() {
        for (BotRegistration bot : List.of(bot("a", 1), bot("b", 1), bot("a", 2), bot("a", 2))) {
            cache.check(bot).subscribe().with(health -> {});
        }

        assertThat(calls).hasSize(3);
    }

    private static BotRegistration bot(String id, int version) {
        return new BotRegistration(
                id,
                "demo",
                BotPlatform.TELEGRAM,
                id,
                true,
                Map.of(),
                JsonNodeFactory.instance.objectNode(),
                version,
                null);
    }
}
