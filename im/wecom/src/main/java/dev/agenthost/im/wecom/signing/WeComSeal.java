package dev.agenthost.im.wecom.signing;

import dev.agenthost.im.wecom.xml.WeComXml;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Encrypts and signs the answer to a callback, by the secrets that proved it
 * (https://developer.work.weixin.qq.com/document/path/90930). Never printed.
 *
 * @param token the Token
 * @param encodingKey the EncodingAESKey
 * @param corpId the CorpID
 */
public record WeComSeal(String token, String encodingKey, String corpId) {
    /** Length of the random bytes of one answer. */
    public static final int RANDOM = 2 * WeComCipher.RANDOM;

    /**
     * Returns the body of the answer.
     *
     * @param message the plain XML
     * @param random {@link #RANDOM} bytes that are used once
     */
    public String sealed(String message, Instant now, byte[] random) {
        String encrypted = WeComCipher.encrypt(message.getBytes(StandardCharsets.UTF_8), encodingKey, corpId, random);
        String timestamp = Long.toString(now.getEpochSecond());
        String nonce = HexFormat.of().formatHex(random, WeComCipher.RANDOM, RANDOM);
        byte[] digest = WeComSignature.of(token, timestamp, nonce, encrypted);
        return "<xml>"
                + WeComXml.element("Encrypt", encrypted)
                + WeComXml.element("MsgSignature", HexFormat.of().formatHex(digest))
                + "<TimeStamp>" + timestamp + "</TimeStamp>"
                + WeComXml.element("Nonce", nonce)
                + "</xml>";
    }

    @Override
    public String toString() {
        return "WeComSeal[" + corpId + "]";
    }
}
