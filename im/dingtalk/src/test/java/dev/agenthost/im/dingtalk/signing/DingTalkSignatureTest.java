package dev.agenthost.im.dingtalk.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DingTalkSignatureTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_577_262_236_757L);
    private static final String TIMESTAMP = "1577262236757";
    private static final String SECRET = "this is a secret";

    /** Made by {@code printf '1577262236757\nthis is a secret' | openssl dgst -sha256 -hmac 'this is a secret' -binary | base64}. */
    private static final String SIGN = "DJrE6qdyVGCQz9z5r2MDuNcNAhwYnuAkyj13cx169CA=";

    @Test
    void eachOfTheLiveSecretsIsAccepted() {
        assertThat(proves(TIMESTAMP, SIGN, SECRET)).isTrue();
        assertThat(proves(TIMESTAMP, SIGN, "old", SECRET)).isTrue();
        assertThat(proves(TIMESTAMP, SIGN, "old")).isFalse();
        assertThat(proves(TIMESTAMP, SIGN, "")).isFalse();
        assertThat(proves(TIMESTAMP, SIGN)).isFalse();
    }

    @Test
    void missingOrChangedHeadersProveNothing() {
        assertThat(proves(null, SIGN, SECRET)).isFalse();
        assertThat(proves(TIMESTAMP, null, SECRET)).isFalse();
        assertThat(proves("1577262236758", SIGN, SECRET)).isFalse();
        assertThat(proves(TIMESTAMP, SIGN.toLowerCase(Locale.ROOT), SECRET)).isFalse();
        assertThat(proves(TIMESTAMP, "no base64!", SECRET)).isFalse();
        assertThat(proves(TIMESTAMP, "", SECRET)).isFalse();
    }

    @Test
    void aTimestampIsAtMostFiveMinutesOff() {
        assertThat(provesAt(NOW.plusSeconds(300))).isTrue();
        assertThat(provesAt(NOW.minusSeconds(300))).isTrue();
        assertThat(provesAt(NOW.plusSeconds(301))).isFalse();
        assertThat(provesAt(NOW.minusSeconds(301))).isFalse();
        for (String odd : List.of("", "-1", "1e3", "999999999999999")) {
            String sign = Base64.getEncoder().encodeToString(DingTalkSignature.of(odd, SECRET));
            assertThat(proves(odd, sign, SECRET)).as(odd).isFalse();
        }
    }

    private static boolean proves(@Nullable String timestamp, @Nullable String sign, String... secrets) {
        return new DingTalkSignature(timestamp, sign).proves(List.of(secrets), NOW);
    }

    private static boolean provesAt(Instant now) {
        return new DingTalkSignature(TIMESTAMP, SIGN).proves(List.of(SECRET), now);
    }
}
