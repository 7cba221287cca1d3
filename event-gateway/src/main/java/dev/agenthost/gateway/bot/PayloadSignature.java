package dev.agenthost.gateway.bot;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a body by HMAC-SHA1, as OneBot sends it
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/http-post.md): {@code sha1=} and 40 hexadecimal digits.
 */
public final class PayloadSignature {
    private static final String PREFIX = "sha1=";
    private static final String ALGORITHM = "HmacSHA1";

    private PayloadSignature() {}

    /**
     * Returns true if one of these secrets made the signature of the body. The time does not depend on where signatures differ, nor on which
     * of the secrets matches.
     *
     * @param presented null if the request has none
     */
    public static boolean matches(@Nullable String presented, byte[] body, Collection<String> live) {
        byte[] given = bytes(presented);
        boolean matches = false;
        for (String secret : live) {
            matches |= !secret.isEmpty() && MessageDigest.isEqual(given, of(secret, body));
        }
        return matches;
    }

    private static byte[] bytes(@Nullable String presented) {
        if (presented == null || !presented.startsWith(PREFIX)) {
            return new byte[0];
        }
        try {
            return HexFormat.of().parseHex(presented, PREFIX.length(), presented.length());
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static byte[] of(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA1", e);
        }
    }
}
