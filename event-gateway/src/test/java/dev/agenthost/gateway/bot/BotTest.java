package dev.agenthost.gateway.bot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BotTest {

    @Test
    void hasOneSecretOrTwo() {
        assertThat(bot(List.of("A", "B")).webhookSecrets()).hasSize(2);
        assertThatThrownBy(() -> bot(List.of())).hasMessageContaining("webhook-secrets of the bot support");
        assertThatThrownBy(() -> bot(List.of("A", "B", "C"))).hasMessageContaining("one secret, or two");
    }

    @Test
    void anUnknownPlatformIsRefused() {
        assertThatThrownBy(() -> BotPlatform.ofWire("pager")).hasMessageContaining("telegram, not pager");
    }

    @Test
    void aMissingOrEmptySecretNeverMatches() {
        assertThat(WebhookSecrets.match(null, List.of("a"))).isFalse();
        assertThat(WebhookSecrets.match("", List.of("", "a"))).isFalse();
        assertThat(WebhookSecrets.match("a", List.of())).isFalse();
        assertThat(WebhookSecrets.match("a", List.of("b", "a"))).isTrue();
    }

    @Test
    void anAdapterCannotHaveTheNameOfAPlatformWithBots() {
        EventOrigin bot = EventOrigin.adapter("telegram", "green", Set.of("support"));

        assertThatThrownBy(() -> new AdapterRegistry(
                        Map.of("telegram", EventOrigin.adapter("telegram", "red", Set.of("*"))), List.of(bot)))
                .hasMessageContaining("must not be named telegram");
    }

    @Test
    void anotherEntranceCannotRequestAnswersOnTheSurfaceOfABot() {
        EventOrigin bot = EventOrigin.adapter("telegram", "green", Set.of("support"));
        AdapterRegistry adapters = new AdapterRegistry(Map.of(), List.of(bot));

        assertThat(adapters.api("green").others()).containsExactly("telegram");
        assertThat(adapters.api("red").others()).isEmpty();
    }

    private static Bot bot(List<String> secrets) {
        return new Bot("support", BotPlatform.TELEGRAM, "green", secrets, null, null);
    }
}
