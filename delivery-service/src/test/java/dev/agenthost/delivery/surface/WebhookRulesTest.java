package dev.agenthost.delivery.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.protocol.security.WebhookSignature;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WebhookRulesTest {

    /** Computed with {@code printf '1795219976.{"a":1}' | openssl dgst -sha256 -hmac s3cret}. */
    @Test
    void signsTimestampAndBody() {
        WebhookSignature signature = WebhookSignature.of(
                "s3cret".getBytes(StandardCharsets.UTF_8),
                Instant.ofEpochSecond(1_795_219_976L),
                "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(signature.timestamp()).isEqualTo("1795219976");
        assertThat(signature.value()).isEqualTo("v1=93cb4672457d3c652ae014f1abf98b515cc7848c89c3686cfbafb803775e14f2");
    }

    @Test
    void readsRetryAfterAsSecondsOrDate() {
        Instant now = Instant.parse("2026-11-21T10:00:00Z");
        assertThat(RetryAfter.read("120", now)).isEqualTo(Duration.ofMinutes(2));
        assertThat(RetryAfter.read("Sat, 21 Nov 2026 10:01:00 GMT", now)).isEqualTo(Duration.ofMinutes(1));
        assertThat(RetryAfter.read("Sat, 21 Nov 2026 09:01:00 GMT", now)).isEqualTo(Duration.ZERO);
        assertThat(RetryAfter.read("soon", now)).isNull();
        assertThat(RetryAfter.read(null, now)).isNull();
    }

    @Test
    void oneLaneForEachConversationAndAddress() {
        Destination a = new Destination.Webhook("https://Hooks.example/a", "S");
        Destination b = new Destination.Webhook("https://hooks.example/b", "S");
        assertThat(a.endpoint()).isEqualTo(b.endpoint()).isEqualTo("https://hooks.example");
        assertThat(a.lane("c1")).isNotEqualTo(a.lane("c2")).isNotEqualTo(b.lane("c1"));
    }
}
