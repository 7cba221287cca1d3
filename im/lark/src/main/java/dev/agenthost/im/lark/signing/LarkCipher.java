package dev.agenthost.im.lark.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decrypts bodies: AES-256-CBC with PKCS#7 padding, the SHA-256 of the Encrypt Key as its key, and the first 16 bytes as initialization
 * vector (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/encrypt-key-encryption-configuration-case).
 */
final class LarkCipher {
    private static final int BLOCK = 16;

    private LarkCipher() {}

    /** Returns the plain bytes; empty for a text that is not encrypted with this key. */
    static Optional<byte[]> decrypt(String base64, String key) {
        try {
            byte[] encrypted = Base64.getDecoder().decode(base64);
            if (encrypted.length < 2 * BLOCK) {
                return Optional.empty();
            }
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            byte[] digest = LarkSignature.sha256().digest(key.getBytes(StandardCharsets.UTF_8));
            cipher.init(
                    Cipher.DECRYPT_MODE, new SecretKeySpec(digest, "AES"), new IvParameterSpec(encrypted, 0, BLOCK));
            return Optional.of(cipher.doFinal(encrypted, BLOCK, encrypted.length - BLOCK));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }
}
