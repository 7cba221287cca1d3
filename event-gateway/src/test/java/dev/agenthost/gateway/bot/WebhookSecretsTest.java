package dev.agenthost.gateway.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookSecretsTest {
    @Test
    void aMissingOrEmptySecretNeverMatches() {
        assertThat(WebhookSecrets.match(null, List.of("a"))).isFalse();
        assertThat(WebhookSecrets.match("", List.of("", "a"))).isFalse();
        assertThat(WebhookSecrets.match("a", List.of())).isFalse();
        assertThat(WebhookSecrets.match("a", List.of("b", "a"))).isTrue();
    }
}
