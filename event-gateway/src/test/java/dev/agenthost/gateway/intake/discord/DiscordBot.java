package dev.agenthost.gateway.intake.discord;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedForms;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.im.discord.client.DiscordFileDownload;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.discord.SignedInteraction;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Bots at Discord, and events and requests as the platform sends them. */
final class DiscordBot {
    static final String TOKEN = "discord-token-1";
    static final String APPLICATION = "900000000000000001";
    static final String PERSON = "5";
    static final String JSON = "application/json";
    static final SignedInteraction.Key KEY = new SignedInteraction.Key();

    private static final AtomicInteger VERSIONS = new AtomicInteger(1);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private DiscordBot() {}

    /** Returns a bot whose events arrive over a connection; each one differs from those before. */
    static BotRegistration connected(String botId, boolean enabled, String apiUrl, String secret) {
        return registered(botId, enabled, secret, options(apiUrl));
    }

    /** Returns a bot that takes interactions over HTTP alone. */
    static BotRegistration interacting(String botId, boolean enabled, @Nullable String publicKey) {
        ObjectNode options = options("http://127.0.0.1:1").put(BotRegistration.RECEIVE, BotRegistration.WEBHOOK);
        return registered(
                botId, enabled, "DISCORD_TOKEN", publicKey == null ? options : options.put("public_key", publicKey));
    }

    static BotRegistration registered(String botId, boolean enabled, String secret, ObjectNode options) {
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.DISCORD,
                botId,
                enabled,
                Map.of("token", List.of(secret)),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    static ObjectNode options(String apiUrl) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("application_id", APPLICATION)
                .put("api_url", apiUrl);
    }

    /** Returns the intake of a replica without run-orchestrator. */
    static DiscordEventIntake intake(EgressClient outbound, EventProducer events) {
        return new DiscordEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException("no run-orchestrator")),
                new DiscordForms(new ScriptedForms()),
                new DiscordDownloads(new DiscordFileDownload(outbound, Duration.ofSeconds(10))),
                InstantSource.system());
    }

    /** Returns a new id, made now (https://docs.discord.com/developers/reference#snowflakes). */
    static String snowflake() {
        return Long.toString(((Instant.now().toEpochMilli() - 1_420_070_400_000L) << 22) + NUMBERS.incrementAndGet());
    }

    /** Returns a direct message. */
    static ObjectNode message(String channel, String text) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("id", snowflake()).put("channel_id", channel).put("type", 0).put("content", text);
        message.putObject("author").put("id", PERSON).put("username", "ada");
        message.putArray("attachments");
        return message;
    }

    /** Returns the press of a button. */
    static ObjectNode press(String customId) {
        ObjectNode interaction = interaction(3);
        interaction.putObject("data").put("custom_id", customId).put("component_type", 2);
        interaction.putObject("message").put("id", snowflake()).put("content", "Which one?");
        return interaction;
    }

    /** Returns a command of a person. */
    static ObjectNode command(String name) {
        ObjectNode interaction = interaction(2);
        interaction.putObject("data").put("id", "77").put("name", name).put("type", 1);
        return interaction;
    }

    static ObjectNode interaction(int type) {
        ObjectNode interaction = JsonNodeFactory.instance.objectNode();
        interaction.put("id", snowflake()).put("application_id", APPLICATION).put("type", type);
        interaction.put("token", "aW50ZXJhY3Rpb246" + NUMBERS.incrementAndGet());
        interaction.put("channel_id", "81").put("version", 1).put("locale", "en-US");
        interaction.putObject("user").put("id", PERSON).put("username", "ada");
        return interaction;
    }

    static ValidatableResponse post(String botId, ObjectNode interaction) {
        return post(botId, KEY.sign(interaction.toString(), Instant.now()));
    }

    static ValidatableResponse post(String botId, SignedInteraction signed) {
        return post(botId, JSON, signed.timestamp(), signed.signature(), signed.body());
    }

    /** Posts with the headers that are not null. */
    static ValidatableResponse post(
            String botId, String contentType, @Nullable String timestamp, @Nullable String signature, String body) {
        var request = given().contentType(contentType).body(body);
        if (timestamp != null) {
            request = request.header(DiscordWebhookResource.TIMESTAMP, timestamp);
        }
        if (signature != null) {
            request = request.header(DiscordWebhookResource.SIGNATURE, signature);
        }
        return request.post("/webhooks/discord/" + botId).then();
    }
}
