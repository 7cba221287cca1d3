package dev.agenthost.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.send.Destination;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd12::1",
                "ff02::1",
                "::ffff:10.0.0.1",
                "64:ff9b::a00:1",
                "2002:a00:1::",
                "2001:0:a00:1::1"
            })
    void staysOutOfPrivateNetworks(String address) throws Exception {
        List<InetAddress> resolved = List.of(InetAddress.getByName(address));
        assertThat(new AddressRules(false).allows(resolved)).isFalse();
        assertThat(new AddressRules(true).allows(resolved)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"})
    void goesToPublicAddresses(String address) throws Exception {
        assertThat(new AddressRules(false).allows(List.of(InetAddress.getByName(address))))
                .isTrue();
    }

    @Test
    void oneForbiddenAddressForbidsTheHost() throws Exception {
        assertThat(new AddressRules(false)
                        .allows(List.of(InetAddress.getByName("8.8.8.8"), InetAddress.getByName("10.0.0.1"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks",
                "/in",
                "ftp://a/b",
                "file:///etc/passwd",
                "http://",
                "http://u:p@host/",
                "http://h:99999/",
                "ht tp://x"
            })
    void refusesWhatIsNoAddress(String url) {
        assertThat(AddressRules.read(url)).isInstanceOf(AddressRules.Reading.Invalid.class);
    }

    @ParameterizedTest
    @CsvSource({"http://h/x,h,80", "https://h/x,h,443", "http://h:8081/x?y=1,h,8081", "http://[::1]:9/,::1,9"})
    void readsHostAndPort(String url, String host, int port) {
        assertThat(AddressRules.read(url)).isInstanceOfSatisfying(AddressRules.Reading.Callable.class, callable -> {
            assertThat(callable.host()).isEqualTo(host);
            assertThat(callable.port()).isEqualTo(port);
        });
    }

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

    @Test
    void neverShowsASecret() {
        assertThat(new Secrets(java.util.Map.of("NAME", "hush"))).asString().doesNotContain("hush");
    }
}
