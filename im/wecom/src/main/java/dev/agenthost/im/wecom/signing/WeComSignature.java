package dev.agenthost.im.wecom.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The query of a callback by which the platform signs its encrypted text: the SHA-1 of Token, timestamp, nonce and encrypted text, sorted
 * and joined (https://developer.work.weixin.qq.com/document/path/90968).
 *
 * @param digest {@code msg_signature}, hexadecimal; null for none
 * @param timestamp seconds since 1970; null for none
 * @param nonce null for none
 */
public record WeComSignature(
        @Nullable String digest,
        @Nullable String timestamp,
        @Nullable String nonce) {
    /** Longest difference of the clocks, and longest time for which a captured request could be sent again. */
    private static final Duration TOLERANCE = Duration.ofSeconds(300);

    private static final int DIGEST_DIGITS = 40;

    /**
     * Returns the Token that made the signature; empty if none of these did, or not within the last minutes. The time does not depend on
     * where signatures differ, nor on which of the Tokens matches.
     *
     * @param encrypted the text that is signed
     */
    Optional<String> tokenOf(String encrypted, Collection<String> tokens, Instant now) {
        byte[] given = bytes();
        String matching = null;
        for (String token : tokens) {
            byte[] expected = of(token, String.valueOf(timestamp), String.valueOf(nonce), encrypted);
            boolean matches = MessageDigest.isEqual(given, expected);
            matching = matches && !token.isEmpty() ? token : matching;
        }
        return nonce != null && isTimely(now) ? Optional.ofNullable(matching) : Optional.empty();
    }

    /** Returns the digest of an encrypted text. */
    static byte[] of(String token, String timestamp, String nonce, String encrypted) {
        String joined = String.join(
                "", Stream.of(token, timestamp, nonce, encrypted).sorted().toList());
        return sha1().digest(joined.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isTimely(Instant now) {
        if (timestamp == null || !timestamp.matches("[0-9]{1,11}")) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
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

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
