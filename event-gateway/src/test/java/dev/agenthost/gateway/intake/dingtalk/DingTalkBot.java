package dev.agenthost.gateway.intake.dingtalk;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.dingtalk.SignedDingTalkMessage;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Bots at DingTalk, and payloads as the platform sends them. */
final class DingTalkBot {
    static final String CLIENT_ID = "dingclient1";
    static final String SECRET = "dingtalk-secret-1";
    static final String POSTED_SECRET = "hook_now_1";
    private static final AtomicInteger VERSIONS = new AtomicInteger();

    private DingTalkBot() {}

    /** Returns a bot whose messages are posted; each one differs from those before. @param secrets names of its Client Secrets */
    static BotRegistration posted(String botId, boolean enabled, String apiUrl, String... secrets) {
        return bot(botId, enabled, apiUrl, BotRegistration.WEBHOOK, List.of(secrets));
    }

    /** Returns a bot whose events arrive over a connection; each one differs from those before. */
    static BotRegistration connected(String botId, boolean enabled, String apiUrl) {
        return connected(botId, enabled, apiUrl, "DINGTALK_SECRET");
    }

    /** Returns a bot whose events arrive over a connection. @param secrets names of its Client Secrets */
    static BotRegistration connected(String botId, boolean enabled, String apiUrl, String... secrets) {
        return bot(botId, enabled, apiUrl, null, List.of(secrets));
    }

    private static BotRegistration bot(
            String botId, boolean enabled, String apiUrl, @Nullable String receive, List<String> secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("client_id", CLIENT_ID).put("api_url", apiUrl).put("corp_id", "ding9f50");
        options.putArray("operators").add("boss1");
        if (receive != null) {
            options.put(BotRegistration.RECEIVE, receive);
        }
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.DINGTALK,
                botId,
                enabled,
                Map.of("token", secrets),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    static ValidatableResponse post(String botId, ObjectNode payload) {
        return post(botId, SignedDingTalkMessage.of(payload.toString(), POSTED_SECRET, Instant.now()));
    }

    static ValidatableResponse post(String botId, SignedDingTalkMessage signed) {
        return post(botId, signed.timestamp(), signed.sign(), signed.body());
    }

    /** Posts with the headers that are not null. */
    static ValidatableResponse post(String botId, @Nullable String timestamp, @Nullable String sign, String body) {
        var request = given().contentType("application/json; charset=utf-8").body(body);
        if (timestamp != null) {
            request = request.header(DingTalkWebhookResource.TIMESTAMP, timestamp);
        }
        if (sign != null) {
            request = request.header(DingTalkWebhookResource.SIGNATURE, sign);
        }
        return request.post("/webhooks/dingtalk/" + botId).then();
    }

    /** Returns a text in the private chat of a person. */
    static ObjectNode text(String messageId, String userId, String text) {
        ObjectNode message = message(messageId, userId, "text");
        message.putObject("text").put("content", text);
        return message;
    }

    /** Returns a message in the private chat of a person, without a content. */
    static ObjectNode message(String messageId, String userId, String type) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("conversationId", "cid" + userId + "==")
                .put("chatbotCorpId", "ding9f50")
                .put("chatbotUserId", "$:LWCP_v1:$bot")
                .put("msgId", messageId)
                .put("senderNick", "Ada")
                .put("senderStaffId", userId)
                .put("senderId", "$:LWCP_v1:$" + userId)
                .put("createAt", System.currentTimeMillis())
                .put("conversationType", "1")
                .put("sessionWebhook", "https://oapi.dingtalk.com/robot/sendBySession?session=of-a-chat")
                .put("robotCode", CLIENT_ID)
                .put("msgtype", type);
    }

    /** Returns the press of a button. */
    static ObjectNode press(String key) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        ObjectNode action = content.putObject("cardPrivateData");
        action.putArray("actionIds").add(key);
        action.putObject("params");
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "actionCallback")
                .put("outTrackId", "card-1")
                .put("corpId", "ding9f50")
                .put("userId", "user5")
                .put("userIdType", 1)
                .put("content", content.toString());
    }
}
