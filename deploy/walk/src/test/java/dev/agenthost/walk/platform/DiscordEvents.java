package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.discord.SignedInteraction;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Events and interactions of Discord as it sends them. */
final class DiscordEvents {
    private static final String PERSON = "205519959982473217";
    private static final String BOT = "900";

    private static final AtomicLong NUMBERS = new AtomicLong();

    private DiscordEvents() {}

    /**
     * A person mentions the bot in a channel of a server.
     *
     * @param id of the message
     */
    static ObjectNode message(String guild, String channel, String id, String text) {
        ObjectNode message = FrontDoor.JSON.createObjectNode();
        message.put("id", id).put("channel_id", channel).put("guild_id", guild).put("type", 0);
        message.put("content", "<@" + BOT + "> " + text);
        message.putObject("author").put("id", PERSON).put("username", "ada");
        message.putObject("member").put("nick", "Ada");
        message.putArray("mentions")
                .addObject()
                .put("id", BOT)
                .put("username", "helper")
                .put("bot", true);
        message.putArray("attachments");
        return message;
    }

    /** A person presses a button of a message in the server whose number is that of the application, too. */
    static ObjectNode press(String number, String channel, String message, String customId) {
        ObjectNode interaction = FrontDoor.JSON.createObjectNode();
        interaction
                .put("id", snowflake())
                .put("application_id", number)
                .put("type", 3)
                .put("version", 1)
                .put("token", "interaction" + NUMBERS.incrementAndGet())
                .put("guild_id", number)
                .put("channel_id", channel);
        interaction.putObject("member").putObject("user").put("id", PERSON).put("username", "ada");
        interaction.putObject("data").put("component_type", 2).put("custom_id", customId);
        interaction.putObject("message").put("id", message).put("channel_id", channel);
        return interaction;
    }

    /** A new id, made now (https://docs.discord.com/developers/reference#snowflakes). */
    private static String snowflake() {
        return Long.toString(((Instant.now().toEpochMilli() - 1_420_070_400_000L) << 22) + NUMBERS.incrementAndGet());
    }

    static HttpResponse<String> post(String webhook, SignedInteraction.Key key, ObjectNode interaction)
            throws IOException, InterruptedException {
        SignedInteraction signed = key.sign(interaction.toString(), Instant.now());
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json")
                .header("X-Signature-Timestamp", signed.timestamp())
                .header("X-Signature-Ed25519", signed.signature())
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
