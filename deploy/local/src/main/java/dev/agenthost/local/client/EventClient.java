package dev.agenthost.local.client;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;

/** Sends texts to bots, as a client of the front door does. */
public final class EventClient {
    private final ApiClient api;

    public EventClient(ApiClient api) {
        this.api = api;
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
        return api.resolve(api.post("/api/v1/events", body).path("stream").asText());
    }
}
