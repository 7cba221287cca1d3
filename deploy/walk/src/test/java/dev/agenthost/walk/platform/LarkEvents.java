package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.SignedBody;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Events of Lark as it sends them: signed and encrypted. */
final class LarkEvents {
    static final String APP = "cli_a1";

    private LarkEvents() {}

    /** A person writes in a private chat. */
    static ObjectNode message(String chat, String messageId, String text) {
        ObjectNode payload = event("im.message.receive_v1");
        ObjectNode event = payload.withObjectProperty("event");
        event.putObject("sender")
                .put("sender_type", "user")
                .putObject("sender_id")
                .put("open_id", "ou_5");
        event.putObject("message")
                .put("message_id", messageId)
                .put("chat_id", chat)
                .put("chat_type", "p2p")
                .put("message_type", "text")
                .put(
                        "content",
                        FrontDoor.JSON.createObjectNode().put("text", text).toString());
        return payload;
    }

    /** A person presses the button of a card with that label. */
    static ObjectNode press(LarkMessage question, String label) {
        JsonNode button = buttons(question).stream()
                .filter(element -> element.at("/text/content").asText().equals(label))
                .findFirst()
                .orElseThrow();
        ObjectNode payload = event("card.action.trigger");
        ObjectNode event = payload.withObjectProperty("event");
        event.putObject("operator").put("open_id", "ou_5");
        event.putObject("action").put("tag", "button").set("value", button.at("/behaviors/0/value"));
        event.putObject("context").put("open_message_id", question.id()).put("open_chat_id", question.chatId());
        return payload;
    }

    /** Returns the buttons of a card. */
    static List<JsonNode> buttons(LarkMessage card) {
        return card.content().findParents("tag").stream()
                .filter(element -> element.path("tag").asText().equals("button"))
                .toList();
    }

    static ObjectNode event(String type) {
        ObjectNode payload = FrontDoor.JSON.createObjectNode().put("schema", "2.0");
        payload.putObject("header")
                .put("event_id", UUID.randomUUID().toString())
                .put("event_type", type)
                .put("create_time", Long.toString(Instant.now().toEpochMilli()))
                .put("app_id", APP);
        payload.putObject("event");
        return payload;
    }

    /** @param key the Encrypt Key */
    static HttpResponse<String> post(String webhook, String key, ObjectNode payload)
            throws IOException, InterruptedException {
        SignedBody signed = SignedBody.of(payload.toString(), key, Instant.now());
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json")
                .header("X-Lark-Request-Timestamp", signed.timestamp())
                .header("X-Lark-Request-Nonce", signed.nonce())
                .header("X-Lark-Signature", signed.digest())
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
