package dev.agenthost.testkit.wecom;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A callback as the platform encrypts and signs it, written from its description and not from the code under test
 * (https://developer.work.weixin.qq.com/document/path/90968).
 *
 * @param signature the query {@code msg_signature}
 * @param timestamp the query {@code timestamp}
 * @param nonce the query {@code nonce}
 * @param encrypted the text of {@code Encrypt}, or the query {@code echostr}
 */
public record SignedWeComCallback(String signature, String timestamp, String nonce, String encrypted) {

    /**
     * The side of the platform.
     *
     * @param token the Token
     * @param encodingKey the EncodingAESKey
     * @param receiver the CorpID
     */
    public record Sender(String token, String encodingKey, String receiver) {}

    /** Encrypts and signs a document, or the text of a verification. */
    public static SignedWeComCallback of(String plain, Sender sender, Instant sent) {
        return signed(encrypted(plain, sender), sender, sent);
    }

    /** Signs a text as it is. */
    public static SignedWeComCallback signed(String encrypted, Sender sender, Instant sent) {
        String timestamp = Long.toString(sent.getEpochSecond());
        String nonce = Integer.toString(new Random().nextInt(1_000_000_000));
        return new SignedWeComCallback(
                signature(sender.token(), timestamp, nonce, encrypted), timestamp, nonce, encrypted);
    }

    /** Returns the body of the POST; its AgentID is not signed. */
    public String body() {
        return "<xml><ToUserName><![CDATA[toUser]]></ToUserName><AgentID><![CDATA[toAgentID]]></AgentID><Encrypt><![CDATA["
                + encrypted + "]]></Encrypt></xml>";
    }

    /** Returns the digest of the four texts. */
    public static String signature(String token, String timestamp, String nonce, String encrypted) {
        String[] parts = {token, timestamp, nonce, encrypted};
        Arrays.sort(parts);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest(String.join("", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the document of an answer. @throws AssertionError if its signature or receiver is wrong */
    public static String answer(String body, Sender sender) {
        String encrypted = between(body, "<Encrypt><![CDATA[", "]]></Encrypt>");
        String given = between(body, "<MsgSignature><![CDATA[", "]]></MsgSignature>");
        String timestamp = between(body, "<TimeStamp>", "</TimeStamp>");
        String nonce = between(body, "<Nonce><![CDATA[", "]]></Nonce>");
        if (!given.equals(signature(sender.token(), timestamp, nonce, encrypted))) {
            throw new AssertionError("the signature of the answer is wrong: " + body);
        }
        byte[] plain = crypted(Cipher.DECRYPT_MODE, Base64.getDecoder().decode(encrypted), sender);
        int length = ByteBuffer.wrap(plain).getInt(16);
        int end = plain.length - plain[plain.length - 1];
        if (!new String(plain, 20 + length, end - 20 - length, StandardCharsets.UTF_8).equals(sender.receiver())) {
            throw new AssertionError("the answer is from another company");
        }
        return new String(plain, 20, length, StandardCharsets.UTF_8);
    }

    private static String encrypted(String plain, Sender sender) {
        byte[] message = plain.getBytes(StandardCharsets.UTF_8);
        byte[] random = new byte[16];
        new Random().nextBytes(random);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream content = new DataOutputStream(bytes)) {
            content.write(random);
            content.writeInt(message.length);
            content.write(message);
            content.write(sender.receiver().getBytes(StandardCharsets.UTF_8));
            int padding = 32 - bytes.size() % 32;
            for (int i = 0; i < padding; i++) {
                content.write(padding);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(crypted(Cipher.ENCRYPT_MODE, bytes.toByteArray(), sender));
    }

    private static byte[] crypted(int mode, byte[] content, Sender sender) {
        byte[] key = Base64.getDecoder().decode(sender.encodingKey() + "=");
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(key, 0, 16));
            return cipher.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start);
        int to = text.indexOf(end, from);
        if (from < 0 || to < 0) {
            throw new AssertionError(start + " is not in the answer: " + text);
        }
        return text.substring(from + start.length(), to);
    }
}
