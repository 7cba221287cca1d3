package dev.agenthost.gateway.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadSignatureTest {
    private static final byte[] BODY = "what do ya want for nothing?".getBytes(StandardCharsets.UTF_8);

    /** Case 2 of RFC 2202. */
    private static final String SIGNATURE = "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79";

    @Test
    void theSignatureOfALiveSecretMatches() {
        assertThat(PayloadSignature.matches(SIGNATURE, BODY, List.of("Jefe"))).isTrue();
        assertThat(PayloadSignature.matches(SIGNATURE, BODY, List.of("other", "Jefe")))
                .isTrue();
    }

    @Test
    void anotherBodyOrSecretDoesNotMatch() {
        assertThat(PayloadSignature.matches(SIGNATURE, new byte[0], List.of("Jefe")))
                .isFalse();
        assertThat(PayloadSignature.matches(SIGNATURE, BODY, List.of("other"))).isFalse();
        assertThat(PayloadSignature.matches(SIGNATURE, BODY, List.of())).isFalse();
        assertThat(PayloadSignature.matches(SIGNATURE, BODY, List.of(""))).isFalse();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "sha1=",
                "sha1=e",
                "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c7",
                "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c7900",
                "sha1=xffcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
                "SHA1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
                "sha256=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
                "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
            })
    void anythingElseDoesNotMatch(String presented) {
        assertThat(PayloadSignature.matches(presented, BODY, List.of("Jefe"))).isFalse();
    }
}
