package dev.agenthost.im.dingtalk.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which the platform signs a message to a robot: the HMAC-SHA256 of {@code <timestamp>\n<Client Secret>} under the Client
 * Secret (https://open.dingtalk.com/document/orgapp/receive-message). It does not cover the body.
 *
 * @param timestamp {@code timestamp}, milliseconds since 1970; null for none
 * @param signature {@code sign}, Base64; null for none
 */
public record DingTalkSignature(
        @Nullable String timestamp, @Nullable String signature) {
    /**
     * Longest difference of the clocks, and longest time for which captured headers could be used again. The platform would accept an hour;
     * the choice of the host is narrower.
     */
    private static final Duration TOLERANCE = Duration.ofSeconds(300);

    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Returns true if one of these secrets made the signature within the last minutes. The time does not depend on where signatures differ,
     * nor on which of the secrets matches.
     *
     * @param secrets the live Client Secrets of the bot
     */
    boolean proves(Collection<String> secrets, Instant now) {
        byte[] given = bytes();
        boolean matches = false;
        for (String secret : secrets) {
            matches |= !secret.isEmpty() && MessageDigest.isEqual(given, of(String.valueOf(timestamp), secret));
        }
        return matches && isTimely(now);
    }

    /** Returns the digest of a timestamp. The secret is not empty. */
    static byte[] of(String timestamp, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal((timestamp + "\n" + secret).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private boolean isTimely(Instant now) {
        if (timestamp == null || !timestamp.matches("[0-9]{1,14}")) {
            return false;
        }
        Instant sent = Instant.ofEpochMilli(Long.parseLong(timestamp));
        return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    }

    private byte[] bytes() {
        if (signature == null) {
            return new byte[0];
        }
        try {
            return Base64.getDecoder().decode(signature);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
