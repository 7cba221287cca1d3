package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdapterRegistryTest {
    @Test
    void anAdapterCannotHaveTheNameOfAPlatform() {
        EventOrigin adapter = EventOrigin.adapter("telegram", "red", Set.of("*"));

        assertThatThrownBy(() -> new AdapterRegistry(Map.of("telegram", adapter)))
                .hasMessageContaining("must not be named telegram")
                .hasMessageContaining("my-telegram");
    }

    @Test
    void anotherEntranceCannotRequestAnswersOnTheSurfaceOfABot() {
        AdapterRegistry adapters =
                new AdapterRegistry(Map.of("chat", EventOrigin.adapter("chat", "green", Set.of("*"))));

        assertThat(adapters.api("green").others())
                .containsExactlyInAnyOrder(
                        "chat",
                        "telegram",
                        "onebot",
                        "lark",
                        "slack",
                        "discord",
                        "dingtalk",
                        "wecom",
                        "line",
                        "generic");
        assertThat(adapters.api("red").others())
                .containsExactlyInAnyOrder(
                        "telegram", "onebot", "lark", "slack", "discord", "dingtalk", "wecom", "line", "generic");
        assertThat(adapters.ofTopic("agent.inbound.chat").orElseThrow().others())
                .contains("telegram", "onebot", "lark", "slack", "discord", "dingtalk", "wecom", "line", "generic");
    }
}
