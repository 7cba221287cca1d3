package dev.agenthost.gateway.intake.wecom;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.SignedWeComCallback.Sender;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Bots at WeCom, and callbacks as the platform sends them. */
final class WeComBot {
    static final String CORP = "ww1a";
    static final String SECRET = "wecom-secret-1";
    static final String KEY = "jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C";
    static final String NEXT_KEY = "6qkdMrq68nTKduznJYO1A37W2oEgpkMUvkttRToqhUt";

    /** The platform with the secrets that are in use. */
    static final Sender NOW = new Sender("hook_now_1", KEY, CORP);

    private static final AtomicInteger VERSIONS = new AtomicInteger();

    private WeComBot() {}

    /** Returns a bot; each one differs from those before. @param tokens names of its Tokens */
    static BotRegistration registered(String botId, boolean enabled, String apiUrl, String... tokens) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("corp_id", CORP).put("agent_id", 1000002).put("api_url", apiUrl);
        options.putArray("operators").add("boss1");
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.WECOM,
                botId,
                enabled,
                Map.of(
                        "webhook",
                        List.of(tokens),
                        "encryption",
                        List.of("WECOM_KEY", "WECOM_KEY_NEXT"),
                        "token",
                        List.of("WECOM_SECRET")),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    static ValidatableResponse post(String botId, String document) {
        return post(botId, SignedWeComCallback.of(document, NOW, Instant.now()));
    }

    static ValidatableResponse post(String botId, SignedWeComCallback callback) {
        return post(botId, query(callback), callback.body());
    }

    static ValidatableResponse post(String botId, Map<String, String> query, String body) {
        return given().contentType("text/xml; charset=utf-8")
                .queryParams(query)
                .body(body)
                .post("/webhooks/wecom/" + botId)
                .then();
    }

    /** Verifies the address of a bot. */
    static ValidatableResponse verify(String botId, SignedWeComCallback callback) {
        return given().queryParams(query(callback))
                .queryParam(WeComWebhookResource.ECHO, callback.encrypted())
                .get("/webhooks/wecom/" + botId)
                .then();
    }

    static Map<String, String> query(SignedWeComCallback callback) {
        return Map.of(
                WeComWebhookResource.SIGNATURE,
                callback.signature(),
                WeComWebhookResource.TIMESTAMP,
                callback.timestamp(),
                WeComWebhookResource.NONCE,
                callback.nonce());
    }

    static String text(String messageId, String userId, String text) {
        return message(messageId, userId, "text", "<Content><![CDATA[" + text + "]]></Content>");
    }

    /** Returns a message of a person. @param content elements */
    static String message(String messageId, String userId, String type, String content) {
        return document(userId, type, content + "<MsgId>" + messageId + "</MsgId>");
    }

    /** Returns an event of a person. @param content elements */
    static String event(String userId, String event, String content) {
        return document(userId, "event", "<Event><![CDATA[" + event + "]]></Event>" + content);
    }

    /** Returns the press of a button of a card. */
    static String press(String key) {
        return event(
                "user5",
                "template_card_event",
                "<EventKey><![CDATA[" + key + "]]></EventKey><TaskId><![CDATA[task-1]]></TaskId>"
                        + "<CardType><![CDATA[button_interaction]]></CardType>"
                        + "<ResponseCode><![CDATA[code-of-a-card]]></ResponseCode>");
    }

    private static String document(String userId, String type, String content) {
        return "<xml><ToUserName><![CDATA[" + CORP + "]]></ToUserName><FromUserName><![CDATA[" + userId
                + "]]></FromUserName><CreateTime>" + Instant.now().getEpochSecond() + "</CreateTime><MsgType><![CDATA["
                + type + "]]></MsgType>" + content + "<AgentID>1000002</AgentID></xml>";
    }
}
