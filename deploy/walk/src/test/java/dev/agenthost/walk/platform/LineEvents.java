package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Webhooks as LINE sends them (https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects). */
final class LineEvents {
    static final String BOT = "U" + "f0".repeat(16);
    static final String SECRET = "secret_of_line";

    private LineEvents() {}

    /** A person writes to the bot. */
    static JsonNode text(String userId, String text) {
        ObjectNode event = event("message", userId);
        event.putObject("message")
                .put("type", "text")
                .put("id", Long.toString(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE)))
                .put("quoteToken", "quote")
                .put("text", text);
        return event;
    }

    /** A person presses a button of a bubble. @param index of the button */
    static JsonNode press(String userId, LineMessage bubble, int index) {
        ObjectNode event = event("postback", userId);
        event.putObject("postback").put("data", bubble.buttons().get(index));
        return event;
    }

    private static ObjectNode event(String type, String userId) {
        ObjectNode event = FrontDoor.JSON
                .createObjectNode()
                .put("type", type)
                .put("mode", "active")
                .put("timestamp", System.currentTimeMillis())
                .put("webhookEventId", UUID.randomUUID().toString())
                .put("replyToken", "reply");
        event.putObject("source").put("type", "user").put("userId", userId);
        event.putObject("deliveryContext").put("isRedelivery", false);
        return event;
    }

    static HttpResponse<String> post(String webhook, JsonNode event) throws IOException, InterruptedException {
        ObjectNode body = FrontDoor.JSON.createObjectNode().put("destination", BOT);
        body.putArray("events").add(event);
        String text = body.toString();
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json; charset=utf-8")
                .header("x-line-signature", signature(text))
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    /** https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/ */
    private static String signature(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
