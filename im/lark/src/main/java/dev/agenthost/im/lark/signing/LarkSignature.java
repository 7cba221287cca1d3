package dev.agenthost.im.lark.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which the platform signs a request: the SHA-256 of timestamp, nonce, Encrypt Key and body
 * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/encrypt-key-encryption-configuration-case).
 *
 * @param timestamp {@code X-Lark-Request-Timestamp}; null for none
 * @param nonce {@code X-Lark-Request-Nonce}; null for none
 * @param digest {@code X-Lark-Signature}, hexadecimal; null for none
 */
public record LarkSignature(
        @Nullable String timestamp,
        @Nullable String nonce,
        @Nullable String digest) {
    /** Longest difference of the clocks, and longest time for which a captured request could be sent again. */
    private static final Duration TOLERANCE = Duration.ofSeconds(300);

    private static final int DIGEST_DIGITS = 64;

    /** Returns true if the request has none of the headers. */
    boolean isAbsent() {
        return timestamp == null && nonce == null && digest == null;
    }

    /**
     * Returns the key that made the signature of the body; empty if none of these did, or not within the last minutes. The time does not
     * depend on where signatures differ, nor on which of the keys matches.
     */
    Optional<String> keyOf(byte[] body, Collection<String> keys, Instant now) {
        byte[] given = bytes();
        String matching = null;
        for (String key : keys) {
            boolean matches =
                    MessageDigest.isEqual(given, of(String.valueOf(timestamp), String.valueOf(nonce), key, body));
            matching = matches && !key.isEmpty() ? key : matching;
        }
        return isTimely(now) ? Optional.ofNullable(matching) : Optional.empty();
    }

    /** Returns the digest of a request. */
    public static byte[] of(String timestamp, String nonce, String key, byte[] body) {
        MessageDigest digest = sha256();
        digest.update((timestamp + nonce + key).getBytes(StandardCharsets.UTF_8));
        return digest.digest(body);
    }

    /** Seconds since 1970; that 13 digits are milliseconds is assumed. */
    private boolean isTimely(Instant now) {
        if (timestamp == null || !timestamp.matches("\\d{1,13}")) {
            return false;
        }
        long number = Long.parseLong(timestamp);
        Instant sent = timestamp.length() == 13 ? Instant.ofEpochMilli(number) : Instant.ofEpochSecond(number);
        return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    }

    private byte[] bytes() {
        if (digest == null || digest.length() != DIGEST_DIGITS) {
            return new byte[0];
        }
        try {
            return HexFormat.of().parseHex(digest);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
