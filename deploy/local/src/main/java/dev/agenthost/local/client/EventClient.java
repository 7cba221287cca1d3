package dev.agenthost.local.client;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends texts to bots, as a client of the front door does. */
public final class EventClient {
    private static final int ACCEPTED = 202;

    private final HttpClient http;
    private final URI frontDoor;
    private final String key;
    private final Duration limit;

    /** @param limit for each answer of the front door */
    public EventClient(HttpClient http, URI frontDoor, String key, Duration limit) {
        this.http = http;
        this.frontDoor = frontDoor;
        this.key = key;
        this.limit = limit;
    }

    /**
     * Sends one text.
     *
     * @return the address of the live stream of its run
     * @throws IOException when it is not accepted
     */
    public URI send(String bot, String conversation, String text) throws IOException, InterruptedException {
        var body = ProtocolCodec.mapper()
                .createObjectNode()
                .put("bot_id", bot)
                .put("conversation_id", conversation)
                .put("text", text);
        var request = HttpRequest.newBuilder(frontDoor.resolve("/api/v1/events"))
                .timeout(limit)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != ACCEPTED) {
            throw new IOException("The event was not accepted: " + response.statusCode() + " " + response.body());
        }
        var accepted = ProtocolCodec.mapper().readTree(response.body());
        return frontDoor.resolve(accepted.path("stream").asText());
    }
}
