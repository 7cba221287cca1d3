package dev.agenthost.protocol.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** {@code v1=} hex of HMAC-SHA256 over {@code timestamp.body}, so that neither can be changed or replayed later unnoticed. */
public record WebhookSignature(String timestamp, String value) {

    /** Header of the seconds since the epoch at which it was signed. */
    public static final String TIMESTAMP_HEADER = "X-AgentHost-Timestamp";

    /** Header of the signature. */
    public static final String SIGNATURE_HEADER = "X-AgentHost-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    /** Signs a body. */
    public static WebhookSignature of(byte[] secret, Instant at, byte[] body) {
        return of(secret, Long.toString(at.getEpochSecond()), body);
    }

    /** Signs a body with a timestamp that was received. */
    public static WebhookSignature of(byte[] secret, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update(timestamp.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) '.');
            return new WebhookSignature(timestamp, "v1=" + HexFormat.of().formatHex(mac.doFinal(body)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
