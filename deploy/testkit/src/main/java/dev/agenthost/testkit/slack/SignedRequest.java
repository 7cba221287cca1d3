package dev.agenthost.testkit.slack;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A request as the platform signs it, written from its description and not from the code under test. */
public record SignedRequest(String timestamp, String signature, String body) {

    /** @param secret the Signing Secret */
    public static SignedRequest of(String body, String secret, Instant sent) {
        String timestamp = Long.toString(sent.getEpochSecond());
        return new SignedRequest(timestamp, signature(timestamp, body, secret), body);
    }

    private static String signature(String timestamp, String body, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] digest = mac.doFinal(("v0:" + timestamp + ":" + body).getBytes(StandardCharsets.UTF_8));
            return "v0=" + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
