package dev.agenthost.im.line.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collection;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The header by which the platform signs a webhook: the HMAC-SHA256 of the body under the channel secret
 * (https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/). It has no time.
 *
 * @param digest {@code x-line-signature}, Base64; null for none
 */
public record LineSignature(@Nullable String digest) {
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Returns true if one of these secrets made the signature of the body. The time does not depend on where signatures differ, nor on
     * which of the secrets matches.
     *
     * @param body the bytes as they arrived
     * @param secrets the live channel secrets of the bot
     */
    boolean proves(byte[] body, Collection<String> secrets) {
        byte[] given = bytes();
        boolean matches = false;
        for (String secret : secrets) {
            matches |= !secret.isEmpty() && MessageDigest.isEqual(given, of(body, secret));
        }
        return matches;
    }

    /** Returns the digest of a body. The secret is not empty. */
    static byte[] of(byte[] body, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private byte[] bytes() {
        if (digest == null) {
            return new byte[0];
        }
        try {
            return Base64.getDecoder().decode(digest);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
