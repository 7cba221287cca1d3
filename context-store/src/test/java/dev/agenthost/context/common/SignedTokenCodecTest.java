package dev.agenthost.context.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignedTokenCodecTest {
    private static final byte[] KEY = "sixteen bytes or more".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "another sixteen bytes".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TEXT = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);

    private final SignedTokenCodec seals = new SignedTokenCodec(List.of(KEY), "one");

    @Test
    void aTokenIsValidOnEveryReplica() {
        assertThat(new SignedTokenCodec(List.of(KEY), "one").open(seals.seal(TEXT)))
                .contains(TEXT);
    }

    @Test
    void anyChangedCharacterIsRefused() {
        String sealed = seals.seal(TEXT);
        for (int i = 0; i < sealed.length(); i++) {
            for (char other : new char[] {'A', 'B', '.', '='}) {
                if (sealed.charAt(i) != other) {
                    String altered = sealed.substring(0, i) + other + sealed.substring(i + 1);
                    assertThat(seals.open(altered)).as(altered).isEmpty();
                }
            }
        }
    }

    @Test
    void aForgedTokenIsInvalid() {
        for (String text :
                List.of("", ".", "a", "a.b", "a.b.c", "*.*", "A".repeat(9000) + ".A", seals.seal(TEXT) + "A")) {
            assertThat(seals.open(text)).as(text).isEmpty();
        }
    }

    @Test
    void purposesAreSeparateAndKeysAreRotated() {
        String sealed = seals.seal(TEXT);
        assertThat(new SignedTokenCodec(List.of(KEY), "two").open(sealed)).isEmpty();
        assertThat(new SignedTokenCodec(List.of(OTHER, KEY), "one").open(sealed))
                .contains(TEXT);
        assertThat(new SignedTokenCodec(List.of(OTHER), "one").open(sealed)).isEmpty();
    }

    @Test
    void keysAreLongEnough() {
        assertThatThrownBy(() -> new SignedTokenCodec(List.of(), "one")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SignedTokenCodec(List.of(new byte[15]), "one"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
