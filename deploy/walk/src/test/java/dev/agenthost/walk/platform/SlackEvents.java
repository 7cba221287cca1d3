package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.slack.SignedRequest;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Events and interactions of Slack as it sends them: signed. */
final class SlackEvents {
    static final String APP = "A1";
    private static final String BOT = "U1";
    static final String PERSON = "U5";
    private static final String TEAM = "T1";

    private SlackEvents() {}

    /**
     * A person writes in a channel.
     *
     * @param type {@code im} or {@code channel}
     * @param ts id of the message
     */
    static ObjectNode message(String channel, String type, String ts, String text) {
        ObjectNode payload = FrontDoor.JSON.createObjectNode();
        payload.put("type", "event_callback")
                .put("team_id", TEAM)
                .put("api_app_id", APP)
                .put("event_id", "Ev" + UUID.randomUUID().toString().replace("-", ""))
                .put("event_time", Instant.now().getEpochSecond());
        payload.putArray("authorizations")
                .addObject()
                .put("team_id", TEAM)
                .put("user_id", BOT)
                .put("is_bot", true);
        payload.putObject("event")
                .put("type", "message")
                .put("user", PERSON)
                .put("channel", channel)
                .put("channel_type", type)
                .put("text", text)
                .put("ts", ts)
                .put("event_ts", ts);
        return payload;
    }

    /** A person presses a button of a message. */
    static ObjectNode press(String channel, String ts, ObjectNode button, String responseUrl) {
        ObjectNode payload = FrontDoor.JSON.createObjectNode();
        payload.put("type", "block_actions")
                .put("api_app_id", APP)
                .put("trigger_id", UUID.randomUUID().toString())
                .put("response_url", responseUrl);
        payload.putObject("team").put("id", TEAM);
        payload.putObject("user").put("id", PERSON).put("username", "ada");
        payload.putObject("channel").put("id", channel);
        payload.putObject("container")
                .put("type", "message")
                .put("channel_id", channel)
                .put("message_ts", ts);
        payload.putObject("message").put("ts", ts);
        payload.putArray("actions")
                .addObject()
                .put("type", "button")
                .put("block_id", "b")
                .put("action_id", button.path("action_id").asText())
                .put("value", button.path("value").asText())
                .put("action_ts", ts);
        return payload;
    }

    /** @param secret the Signing Secret */
    static HttpResponse<String> post(String webhook, String secret, ObjectNode payload)
            throws IOException, InterruptedException {
        boolean isInteraction = !payload.path("type").asText().equals("event_callback");
        String json = payload.toString();
        return post(
                webhook,
                isInteraction ? "application/x-www-form-urlencoded" : "application/json",
                SignedRequest.of(
                        isInteraction ? "payload=" + URLEncoder.encode(json, StandardCharsets.UTF_8) : json,
                        secret,
                        Instant.now()));
    }

    private static HttpResponse<String> post(String webhook, String type, SignedRequest signed)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", type)
                .header("X-Slack-Request-Timestamp", signed.timestamp())
                .header("X-Slack-Signature", signed.signature())
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
