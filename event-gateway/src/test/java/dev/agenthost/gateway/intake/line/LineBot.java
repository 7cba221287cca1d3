package dev.agenthost.gateway.intake.line;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.line.SignedLineWebhook;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Bots at LINE, and webhooks as the platform sends them. */
final class LineBot {
    static final String SECRET = "hook_now_1";
    static final String TOKEN = "line-token-1";
    static final String USER_ID = "Ub9952f8a5bf1a2b3c4d5e6f708192a3b";
    static final String PERSON = "U4af4980629f1a2b3c4d5e6f708192a3b";
    static final String GROUP = "Ca56f94637cf1a2b3c4d5e6f708192a3b";

    /** The source of an event in the chat with the person. */
    static final String PRIVATE = "{\"type\":\"user\",\"userId\":\"" + PERSON + "\"}";

    /** The source of an event of the person in the group. */
    static final String IN_GROUP = "{\"type\":\"group\",\"groupId\":\"" + GROUP + "\",\"userId\":\"" + PERSON + "\"}";

    private static final AtomicInteger VERSIONS = new AtomicInteger();

    private LineBot() {}

    /** Returns a bot; each one differs from those before. @param secrets names of its channel secrets */
    static BotRegistration registered(String botId, boolean enabled, String dataUrl, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("user_id", USER_ID).put("data_url", dataUrl);
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.LINE,
                botId,
                enabled,
                Map.of("webhook", List.of(secrets), "token", List.of("LINE_TOKEN")),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    /** Posts events to a bot in one webhook. */
    static ValidatableResponse post(String botId, String... events) {
        return post(botId, SignedLineWebhook.of(SignedLineWebhook.body(USER_ID, events), SECRET));
    }

    static ValidatableResponse post(String botId, SignedLineWebhook webhook) {
        return given().contentType("application/json; charset=utf-8")
                .header(LineWebhookResource.SIGNATURE, webhook.signature())
                .body(webhook.body())
                .post("/webhooks/line/" + botId)
                .then();
    }

    /** Returns an event that is just happening. @param content further members, each with a comma before it */
    static String event(String id, String type, String source, String content) {
        return SignedLineWebhook.event(id, type, System.currentTimeMillis(), source, content);
    }

    static String text(String id, String source, String text) {
        return message(id, source, "text", ",\"quoteToken\":\"quote-of-it\",\"text\":\"" + text + "\"");
    }

    /** Returns a message whose id is that of its event. @param content further members of it, each with a comma before it */
    static String message(String id, String source, String type, String content) {
        return event(
                id,
                "message",
                source,
                ",\"replyToken\":\"reply-once\",\"message\":{\"id\":\"" + id + "\",\"type\":\"" + type + "\"" + content
                        + "}");
    }

    /** Returns the press of a button of a message. */
    static String press(String id, String data) {
        return event(
                id, "postback", PRIVATE, ",\"replyToken\":\"reply-once\",\"postback\":{\"data\":\"" + data + "\"}");
    }
}
