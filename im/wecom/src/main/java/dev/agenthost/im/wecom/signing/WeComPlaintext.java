package dev.agenthost.im.wecom.signing;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decrypted message of the platform.
 *
 * @param seal of the answer, by the secrets that opened the message
 */
@SuppressWarnings("ArrayRecordComponent")
record WeComPlaintext(byte[] message, WeComSeal seal) {

    /**
     * Decrypts a text once its signature is right; empty if it is not authentic.
     *
     * @param encrypted in Base64; null for none
     */
    static Optional<WeComPlaintext> open(
            WeComSignature signature, @Nullable String encrypted, WeComKeys keys, Instant now) {
        String text = Objects.requireNonNullElse(encrypted, "");
        return signature.tokenOf(text, keys.tokens(), now).flatMap(token -> keys.encodingKeys().stream()
                .map(key -> WeComCipher.decrypt(text, key, keys.corpId())
                        .map(message -> new WeComPlaintext(message, new WeComSeal(token, key, keys.corpId()))))
                .flatMap(Optional::stream)
                .findFirst());
    }
}
