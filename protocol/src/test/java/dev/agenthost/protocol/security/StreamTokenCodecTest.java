package dev.agenthost.protocol.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.protocol.id.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class StreamTokenCodecTest {
    private static final byte[] OLD = "an old key, 16 bytes and more".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "a new key, 16 bytes and more".getBytes(StandardCharsets.UTF_8);
    private static final Instant EXPIRY = Instant.parse("2026-11-21T11:00:00Z");
    private static final StreamToken TOKEN =
            new StreamToken("demo", RunId.parse("2ed6657d-e927-568b-95e1-2665a8aea6a2"), 3, EXPIRY);

    private final StreamTokenCodec tokens = new StreamTokenCodec(List.of(NEW, OLD));

    @Test
    void opensWhatItSignedUntilItExpires() {
        String text = tokens.sign(TOKEN);
        assertThat(tokens.verify(text, EXPIRY.minusSeconds(1))).isEqualTo(new StreamTokenVerification.Valid(TOKEN));
        assertThat(tokens.verify(text, EXPIRY)).isEqualTo(new StreamTokenVerification.Expired());
    }

    @Test
    void hasTheFormOfTheContract() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(NEW, "HmacSHA256"));
        String body = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"w\":\"demo\",\"r\":\"2ed6657d-e927-568b-95e1-2665a8aea6a2\",\"p\":3,\"e\":"
                                + EXPIRY.getEpochSecond() + "}")
                        .getBytes(StandardCharsets.UTF_8));
        String signature = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(mac.doFinal(body.getBytes(StandardCharsets.US_ASCII)));
        assertThat(tokens.sign(TOKEN)).isEqualTo(body + "." + signature);
    }

    @Test
    void keysChangeWithoutAGap() {
        String signedBefore = new StreamTokenCodec(List.of(OLD)).sign(TOKEN);
        assertThat(tokens.verify(signedBefore, EXPIRY.minusSeconds(1)))
                .isInstanceOf(StreamTokenVerification.Valid.class);
        assertThat(new StreamTokenCodec(List.of(NEW)).verify(signedBefore, EXPIRY.minusSeconds(1)))
                .isInstanceOf(StreamTokenVerification.Forged.class);
    }

    @Test
    void refusesEveryChangedCharacter() {
        String text = tokens.sign(TOKEN);
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'A' ? 'B' : 'A';
            String changed = text.substring(0, i) + other + text.substring(i + 1);
            // The last character of a signature holds two bits that no byte uses.
            if (i < text.length() - 1) {
                assertThat(tokens.verify(changed, EXPIRY.minusSeconds(1)))
                        .isInstanceOf(StreamTokenVerification.Forged.class);
            }
        }
    }

    @Test
    void refusesWhatIsNoToken() {
        for (String text : List.of("", ".", "a.b", "a", "..", "é.é", "x".repeat(5000), tokens.sign(TOKEN) + ".a")) {
            assertThat(tokens.verify(text, EXPIRY)).isInstanceOf(StreamTokenVerification.Forged.class);
        }
    }

    @Test
    void needsAKeyThatIsOne() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StreamTokenCodec(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new StreamTokenCodec(List.of(new byte[15])));
    }
}
