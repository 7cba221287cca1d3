package dev.agenthost.im.slack.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which the platform signs a request: {@code v0=} and the HMAC-SHA256 of {@code v0:<timestamp>:<body>} under the Signing
 * Secret (https://api.slack.com/docs/verifying-requests-from-slack).
 *
 * @param timestamp {@code X-Slack-Request-Timestamp}, seconds since 1970; null for none
 * @param signature {@code X-Slack-Signature}; null for none
 */
public record SlackSignature(
        @Nullable String timestamp, @Nullable String signature) {
    /** Longest difference of the clocks, and longest time for which a captured request could be sent again. */
    private static final Duration TOLERANCE = Duration.ofSeconds(300);

    private static final String VERSION = "v0";
    private static final String PREFIX = VERSION + "=";
    private static final int DIGEST_DIGITS = 64;
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Returns true if one of these secrets made the signature of the body within the last minutes. The time does not depend on where
     * signatures differ, nor on which of the secrets matches.
     */
    boolean proves(byte[] body, Collection<String> secrets, Instant now) {
        byte[] given = bytes();
        boolean matches = false;
        for (String secret : secrets) {
            matches |= !secret.isEmpty() && MessageDigest.isEqual(given, of(String.valueOf(timestamp), secret, body));
        }
        return matches && isTimely(now);
    }

    /** Returns the digest of a request. The secret is not empty. */
    static byte[] of(String timestamp, String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((VERSION + ":" + timestamp + ":").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private boolean isTimely(Instant now) {
        if (timestamp == null || !timestamp.matches("[0-9]{1,11}")) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    }

    private byte[] bytes() {
        if (signature == null
                || !signature.startsWith(PREFIX)
                || signature.length() != PREFIX.length() + DIGEST_DIGITS) {
            return new byte[0];
        }
        try {
            return HexFormat.of().parseHex(signature, PREFIX.length(), signature.length());
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
