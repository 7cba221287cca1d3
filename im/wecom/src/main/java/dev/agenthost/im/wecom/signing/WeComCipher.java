package dev.agenthost.im.wecom.signing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts messages: AES-256-CBC over 16 random bytes, the length of the message in 4 bytes, the message and the id of the
 * receiver, padded to a multiple of 32 bytes as PKCS#7 does. The key is the EncodingAESKey with {@code =} in Base64, and its first 16 bytes
 * are the initialization vector (https://developer.work.weixin.qq.com/document/path/90968).
 */
final class WeComCipher {
    /** Length of the random bytes that begin each plaintext. */
    static final int RANDOM = 16;

    private static final int IV = 16;
    private static final int BLOCK = 32;
    private static final int HEAD = RANDOM + Integer.BYTES;
    private static final String KEY = "[A-Za-z0-9+/]{43}";

    private WeComCipher() {}

    /**
     * Returns the message; empty for a text that is not encrypted with this key for this receiver.
     *
     * @param key the EncodingAESKey
     * @param receiver the CorpID
     */
    static Optional<byte[]> decrypt(String base64, String key, String receiver) {
        if (!key.matches(KEY)) {
            return Optional.empty();
        }
        try {
            byte[] encrypted = Base64.getDecoder().decode(base64);
            return encrypted.length < BLOCK
                    ? Optional.empty()
                    : message(cipher(Cipher.DECRYPT_MODE, key).doFinal(encrypted), receiver);
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the encrypted message in Base64.
     *
     * @param key a valid EncodingAESKey
     * @param random 16 bytes that are used once
     */
    static String encrypt(byte[] message, String key, String receiver, byte[] random) {
        byte[] id = receiver.getBytes(StandardCharsets.UTF_8);
        int length = HEAD + message.length + id.length;
        int padding = BLOCK - length % BLOCK;
        ByteBuffer plain = ByteBuffer.allocate(length + padding)
                .put(random, 0, RANDOM)
                .putInt(message.length)
                .put(message)
                .put(id);
        Arrays.fill(plain.array(), length, length + padding, (byte) padding);
        try {
            return Base64.getEncoder()
                    .encodeToString(cipher(Cipher.ENCRYPT_MODE, key).doFinal(plain.array()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES", e);
        }
    }

    private static Optional<byte[]> message(byte[] plain, String receiver) {
        int padding = plain[plain.length - 1];
        int end = plain.length - padding;
        if (padding < 1 || padding > BLOCK || end < HEAD) {
            return Optional.empty();
        }
        for (int i = end; i < plain.length; i++) {
            if (plain[i] != padding) {
                return Optional.empty();
            }
        }
        int length = ByteBuffer.wrap(plain).getInt(RANDOM);
        if (length < 0 || length > end - HEAD) {
            return Optional.empty();
        }
        byte[] id = Arrays.copyOfRange(plain, HEAD + length, end);
        return MessageDigest.isEqual(id, receiver.getBytes(StandardCharsets.UTF_8))
                ? Optional.of(Arrays.copyOfRange(plain, HEAD, HEAD + length))
                : Optional.empty();
    }

    private static Cipher cipher(int mode, String key) throws GeneralSecurityException {
        byte[] aes = Base64.getDecoder().decode(key + "=");
        Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
        cipher.init(mode, new SecretKeySpec(aes, "AES"), new IvParameterSpec(aes, 0, IV));
        return cipher;
    }
}
