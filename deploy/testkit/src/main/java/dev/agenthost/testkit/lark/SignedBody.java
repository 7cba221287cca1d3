package dev.agenthost.testkit.lark;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A body as the platform encrypts and signs it, written from its description and not from the code under test. */
public record SignedBody(String timestamp, String nonce, String digest, String body) {

    /** @param key the Encrypt Key */
    public static SignedBody of(String plain, String key, Instant sent) {
        return signed(encrypted(plain, key), key, sent);
    }

    /** Signs a body as it is. */
    public static SignedBody signed(String body, String key, Instant sent) {
        String timestamp = Long.toString(sent.getEpochSecond());
        String nonce = Integer.toString(new Random().nextInt(1_000_000_000));
        byte[] content = (timestamp + nonce + key + body).getBytes(StandardCharsets.UTF_8);
        return new SignedBody(timestamp, nonce, HexFormat.of().formatHex(sha256(content)), body);
    }

    /** Returns the body with the encrypted text. */
    public static String encrypted(String plain, String key) {
        byte[] iv = new byte[16];
        new Random().nextBytes(iv);
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            SecretKeySpec digest = new SecretKeySpec(sha256(key.getBytes(StandardCharsets.UTF_8)), "AES");
            cipher.init(Cipher.ENCRYPT_MODE, digest, new IvParameterSpec(iv));
            byte[] encrypted = cipher.doFinal(plain.getBytes(StandardCharsets.UTF_8));
            byte[] all = new byte[iv.length + encrypted.length];
            System.arraycopy(iv, 0, all, 0, iv.length);
            System.arraycopy(encrypted, 0, all, iv.length, encrypted.length);
            return "{\"encrypt\":\"" + Base64.getEncoder().encodeToString(all) + "\"}";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
