package dev.agenthost.im.wecom.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The Token, the encrypted text and its signature are those of the platform's sample for the verification of an address. */
class WeComSignatureTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_409_659_589L);
    private static final String TIMESTAMP = "1409659589";
    private static final String NONCE = "263014780";
    private static final String TOKEN = "QDG6eK";
    private static final String ENCRYPTED =
            "P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==";
    private static final String DIGEST = "5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3";

    @Test
    void eachOfTheLiveTokensIsAccepted() {
        assertThat(proves(DIGEST, TIMESTAMP, NONCE, TOKEN)).isTrue();
        assertThat(proves(DIGEST, TIMESTAMP, NONCE, "old", TOKEN)).isTrue();
        assertThat(proves(DIGEST, TIMESTAMP, NONCE, TOKEN, "old")).isTrue();
        assertThat(proves(DIGEST, TIMESTAMP, NONCE, "old")).isFalse();
        assertThat(proves(DIGEST, TIMESTAMP, NONCE)).isFalse();
        assertThat(new WeComSignature(DIGEST, TIMESTAMP, NONCE).tokenOf(ENCRYPTED, List.of("old", TOKEN, "new"), NOW))
                .contains(TOKEN);
    }

    @Test
    void missingOrChangedPartsProveNothing() {
        assertThat(proves(null, TIMESTAMP, NONCE, TOKEN)).isFalse();
        assertThat(proves("", TIMESTAMP, NONCE, TOKEN)).isFalse();
        assertThat(proves("z".repeat(40), TIMESTAMP, NONCE, TOKEN)).isFalse();
        assertThat(proves(DIGEST, null, NONCE, TOKEN)).isFalse();
        assertThat(proves(DIGEST, TIMESTAMP, null, TOKEN)).isFalse();
        assertThat(proves(DIGEST, TIMESTAMP, "263014781", TOKEN)).isFalse();
        assertThat(new WeComSignature(DIGEST, TIMESTAMP, NONCE).tokenOf(ENCRYPTED + "=", List.of(TOKEN), NOW))
                .isEmpty();
    }

    @Test
    void anEmptyTokenOrAMissingNonceProvesNothingThoughTheDigestIsRight() {
        String empty = HexFormat.of().formatHex(WeComSignature.of("", TIMESTAMP, NONCE, ENCRYPTED));
        assertThat(proves(empty, TIMESTAMP, NONCE, "")).isFalse();
        String noNonce = HexFormat.of().formatHex(WeComSignature.of(TOKEN, TIMESTAMP, "null", ENCRYPTED));
        assertThat(proves(noNonce, TIMESTAMP, null, TOKEN)).isFalse();
    }

    @Test
    void aTimestampIsAtMostFiveMinutesOff() {
        assertThat(provesAt(NOW.plusSeconds(300))).isTrue();
        assertThat(provesAt(NOW.minusSeconds(300))).isTrue();
        assertThat(provesAt(NOW.plusSeconds(301))).isFalse();
        assertThat(provesAt(NOW.minusSeconds(301))).isFalse();
        for (String odd : List.of("", "-1", "1e3", "999999999999")) {
            String digest = HexFormat.of().formatHex(WeComSignature.of(TOKEN, odd, NONCE, ENCRYPTED));
            assertThat(proves(digest, odd, NONCE, TOKEN)).as(odd).isFalse();
        }
    }

    private static boolean proves(
            @Nullable String digest, @Nullable String timestamp, @Nullable String nonce, String... tokens) {
        return new WeComSignature(digest, timestamp, nonce)
                .tokenOf(ENCRYPTED, List.of(tokens), NOW)
                .isPresent();
    }

    private static boolean provesAt(Instant now) {
        return new WeComSignature(DIGEST, TIMESTAMP, NONCE)
                .tokenOf(ENCRYPTED, List.of(TOKEN), now)
                .isPresent();
    }
}
