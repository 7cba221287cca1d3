package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.testkit.line.SignedLineWebhook;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

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
        SignedLineWebhook signed = SignedLineWebhook.of(body.toString(), SECRET);
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json; charset=utf-8")
                .header("x-line-signature", signed.signature())
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
