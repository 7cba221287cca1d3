package dev.agenthost.context.common;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs and verifies small texts: {@code base64url(text).base64url(HMAC-SHA256)}. The holder can read the text, so it must contain no
 * secret. Replicas share the keys; the first signs, all verify. Each purpose derives its own keys, so that a token of one purpose is
 * invalid for another.
 */
public final class SignedTokenCodec {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST_KEY = 16;

    /** Longer tokens are invalid. */
    private static final int LONGEST = 8 * 1024;

    private final List<SecretKeySpec> keys;

    /**
     * @param keys at least one, each of at least 16 bytes
     * @param purpose the purpose of the tokens
     */
    public SignedTokenCodec(List<byte[]> keys, String purpose) {
        if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length < SHORTEST_KEY)) {
            throw new IllegalArgumentException("seals need keys of at least " + SHORTEST_KEY + " bytes");
        }
        this.keys = keys.stream()
                .map(key -> new SecretKeySpec(
                        mac(new SecretKeySpec(key, ALGORITHM), purpose.getBytes(StandardCharsets.UTF_8)), ALGORITHM))
                .toList();
    }

    public String seal(byte[] text) {
        return encode(text) + "." + encode(mac(keys.getFirst(), text));
    }

    /** @return empty for a token that is forged, altered, of another purpose or signed with a removed key */
    public Optional<byte[]> open(String sealed) {
        int dot = sealed.indexOf('.');
        if (dot < 0 || sealed.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            byte[] text = decode(sealed.substring(0, dot));
            byte[] given = decode(sealed.substring(dot + 1));
            return keys.stream().anyMatch(key -> MessageDigest.isEqual(given, mac(key, text)))
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static byte[] mac(SecretKeySpec key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Accepts the canonical encoding only: spare bits must not make a second form of a token. */
    private static byte[] decode(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (!encode(bytes).equals(text)) {
            throw new IllegalArgumentException("not as it was encoded");
        }
        return bytes;
    }
}
