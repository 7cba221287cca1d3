package dev.agenthost.im.discord.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which the platform signs an interaction: Ed25519 of the timestamp and the body, with the key of the application
 * (https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint-validating-security-request-headers). The platform
 * sends requests with invalid signatures on purpose, and removes the address of an application that accepts them.
 *
 * @param timestamp {@code X-Signature-Timestamp}, seconds since 1970 (assumed: the page names no unit); null for none
 * @param signature {@code X-Signature-Ed25519}, hexadecimal; null for none
 */
public record DiscordSignature(
        @Nullable String timestamp, @Nullable String signature) {
    /** Longest difference of the clocks, and longest time for which a captured request could be sent again; the choice of the host. */
    private static final Duration TOLERANCE = Duration.ofSeconds(300);

    private static final String ALGORITHM = "Ed25519";
    private static final int KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;
    /** The beginning of the encoding of a public key, before its bytes (RFC 8410). */
    private static final byte[] KEY_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    /**
     * Returns true if one of these keys verifies the signature, and it was made within the last minutes. Only public values are compared.
     *
     * @param publicKeys hexadecimal, as the settings of the application show them; others verify nothing
     */
    boolean proves(byte[] body, Collection<String> publicKeys, Instant now) {
        byte[] given = bytes(signature, SIGNATURE_BYTES);
        if (timestamp == null || given.length == 0 || !isTimely(timestamp, now)) {
            return false;
        }
        byte[] head = timestamp.getBytes(StandardCharsets.UTF_8);
        byte[] message = new byte[head.length + body.length];
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(body, 0, message, head.length, body.length);
        return publicKeys.stream()
                .map(key -> bytes(key, KEY_BYTES))
                .anyMatch(key -> key.length > 0 && verifies(key, message, given));
    }

    /** Returns true if the key verifies the signature of the message. A key that is no point of the curve verifies nothing. */
    static boolean verifies(byte[] key, byte[] message, byte[] signature) {
        byte[] encoded = new byte[KEY_HEAD.length + KEY_BYTES];
        System.arraycopy(KEY_HEAD, 0, encoded, 0, KEY_HEAD.length);
        System.arraycopy(key, 0, encoded, KEY_HEAD.length, KEY_BYTES);
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (GeneralSecurityException invalid) {
            return false;
        }
    }

    private static boolean isTimely(String timestamp, Instant now) {
        if (!timestamp.matches("[0-9]{1,11}")) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    }

    /** Returns the bytes of a hexadecimal text of that length; none for any other. */
    private static byte[] bytes(@Nullable String hex, int length) {
        if (hex == null || hex.length() != 2 * length) {
            return new byte[0];
        }
        try {
            return HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
