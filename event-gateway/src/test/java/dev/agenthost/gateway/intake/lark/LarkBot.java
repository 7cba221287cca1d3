package dev.agenthost.gateway.intake.lark;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.lark.SignedBody;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Bots at Lark, and requests as the platform sends them. */
final class LarkBot {
    static final String KEY = "hook_now_1";
    private static final AtomicInteger VERSIONS = new AtomicInteger();

    private LarkBot() {}

    /** @param keys names of the secrets that are its Encrypt Keys */
    static BotRegistration registered(String botId, boolean enabled, String apiUrl, String... keys) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("app_id", "cli_a1").put("open_id", "ou_bot").put("api_url", apiUrl);
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.LARK,
                botId,
                enabled,
                Map.of("webhook", List.of(keys), "token", List.of("LARK_SECRET")),
                options,
                1,
                null);
    }

    /** Returns a bot whose events arrive over a connection; each one differs from those before. */
    static BotRegistration connected(String botId, boolean enabled, String apiUrl) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("app_id", "cli_a1").put("api_url", apiUrl).put(BotRegistration.RECEIVE, BotRegistration.CONNECTION);
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.LARK,
                botId,
                enabled,
                Map.of("token", List.of("LARK_SECRET")),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    static BotRegistration deleted(BotRegistration bot) {
        return new BotRegistration(
                bot.botId(),
                bot.workspaceId(),
                bot.platform(),
                bot.name(),
                bot.enabled(),
                bot.secrets(),
                bot.options(),
                VERSIONS.incrementAndGet(),
                Instant.now());
    }

    static ValidatableResponse post(String botId, ObjectNode payload) {
        return post(botId, SignedBody.of(payload.toString(), KEY, Instant.now()));
    }

    static ValidatableResponse post(String botId, SignedBody signed) {
        return post(botId, signed.timestamp(), signed.nonce(), signed.digest(), signed.body());
    }

    /** Posts with the headers that are not null. */
    static ValidatableResponse post(
            String botId, @Nullable String timestamp, @Nullable String nonce, @Nullable String digest, String body) {
        var request = given().contentType("application/json; charset=utf-8").body(body);
        if (timestamp != null) {
            request = request.header(LarkWebhookResource.TIMESTAMP, timestamp);
        }
        if (nonce != null) {
            request = request.header(LarkWebhookResource.NONCE, nonce);
        }
        if (digest != null) {
            request = request.header(LarkWebhookResource.SIGNATURE, digest);
        }
        return request.post("/webhooks/lark/" + botId).then();
    }

    /** Returns the press of a button. */
    static ObjectNode press(String eventId, String key) {
        ObjectNode payload = event(eventId, "card.action.trigger");
        ObjectNode event = payload.withObjectProperty("event").put("token", "c-1");
        event.putObject("operator").put("open_id", "ou_5");
        event.putObject("action").put("tag", "button").putObject("value").put("agenthost", key);
        event.putObject("context").put("open_message_id", "om_4").put("open_chat_id", "oc_8");
        return payload;
    }

    /** Returns an event with its header. */
    static ObjectNode event(String eventId, String type) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode().put("schema", "2.0");
        payload.putObject("header")
                .put("event_id", eventId)
                .put("event_type", type)
                .put("create_time", Long.toString(Instant.now().toEpochMilli()))
                .put("token", "verification-token")
                .put("app_id", "cli_a1")
                .put("tenant_key", "t1");
        payload.putObject("event");
        return payload;
    }

    /** @param content JSON of the message */
    static ObjectNode message(String eventId, String chat, String type, String content) {
        ObjectNode payload = event(eventId, "im.message.receive_v1");
        ObjectNode event = payload.withObjectProperty("event");
        event.putObject("sender")
                .put("sender_type", "user")
                .putObject("sender_id")
                .put("open_id", "ou_5");
        event.putObject("message")
                .put("message_id", "om_" + eventId)
                .put("chat_id", chat)
                .put("chat_type", "p2p")
                .put("message_type", type)
                .put("content", content);
        return payload;
    }
}
