package dev.agenthost.testkit.dingtalk;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A message as the platform posts it, written from its description (https://open.dingtalk.com/document/orgapp/receive-message) and not from the
 * code under test.
 *
 * @param timestamp milliseconds since 1970
 * @param sign does not cover the body
 */
public record SignedDingTalkMessage(String timestamp, String sign, String body) {

    /** @param secret the Client Secret */
    public static SignedDingTalkMessage of(String body, String secret, Instant sent) {
        String timestamp = Long.toString(sent.toEpochMilli());
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] digest = mac.doFinal((timestamp + "\n" + secret).getBytes(StandardCharsets.UTF_8));
            return new SignedDingTalkMessage(timestamp, Base64.getEncoder().encodeToString(digest), body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
