package dev.agenthost.testkit.line;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A webhook as the platform signs it, written from its description (https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/)
 * and not from the code under test.
 *
 * @param signature {@code x-line-signature}
 */
public record SignedLineWebhook(String signature, String body) {

    /** @param secret the channel secret */
    public static SignedLineWebhook of(String body, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] digest = mac.doFinal(body.getBytes(StandardCharsets.UTF_8));
            return new SignedLineWebhook(Base64.getEncoder().encodeToString(digest), body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the body of a webhook.
     *
     * @param destination user id of the bot
     * @param events the JSON of each
     */
    public static String body(String destination, String... events) {
        return "{\"destination\":\"" + destination + "\",\"events\":[" + String.join(",", events) + "]}";
    }

    /**
     * Returns an event with its common properties (https://developers.line.biz/en/reference/messaging-api/#common-properties).
     *
     * @param source the JSON of the source
     * @param content further members, each with a comma before it
     */
    public static String event(String id, String type, long time, String source, String content) {
        return "{\"type\":\"" + type + "\",\"mode\":\"active\",\"timestamp\":" + time + ",\"source\":" + source
                + ",\"webhookEventId\":\"" + id + "\",\"deliveryContext\":{\"isRedelivery\":false}" + content + "}";
    }
}
