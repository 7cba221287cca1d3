package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.SignedDingTalkMessage;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.UUID;

/** Messages of persons and actions on cards, as DingTalk sends them (https://open.dingtalk.com/document/development/robot-message-type). */
final class DingTalkEvents {
    static final String APP = "dinga1b2c3";

    private DingTalkEvents() {}

    /** A person writes to the robot. @param staffId of the person */
    static ObjectNode toRobot(String staffId, String text) {
        return message(staffId, "cidprivate" + staffId, "1", text);
    }

    /** A person mentions the robot in a group. */
    static ObjectNode inGroup(String group, String staffId, String text) {
        return message(staffId, group, "2", " " + text).put("isInAtList", true).put("conversationTitle", "Shop");
    }

    private static ObjectNode message(String staffId, String conversationId, String type, String text) {
        ObjectNode message = FrontDoor.JSON
                .createObjectNode()
                .put("msgId", "msg" + UUID.randomUUID())
                .put("msgtype", "text")
                .put("conversationId", conversationId)
                .put("conversationType", type)
                .put("senderId", "$:LWCP_v1:$" + staffId)
                .put("senderStaffId", staffId)
                .put("senderNick", "Ann")
                .put("senderCorpId", "dingcorp1")
                .put("chatbotCorpId", "dingcorp1")
                .put("chatbotUserId", "$:LWCP_v1:$bot")
                .put("robotCode", APP)
                .put("createAt", Instant.now().toEpochMilli());
        message.putObject("text").put("content", text);
        return message;
    }

    /** A person presses a button of a card (https://open.dingtalk.com/document/development/event-callback-card). */
    static ObjectNode press(DingTalkMessage card, String label, String staffId) throws IOException {
        String buttonId = FrontDoor.JSON
                .readTree(card.content().path("sys_full_json_obj").asText())
                .path("msgButtons")
                .valueStream()
                .filter(button -> button.path("text").asText().equals(label))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asText();
        ObjectNode content = FrontDoor.JSON.createObjectNode();
        content.putObject("cardPrivateData").putArray("actionIds").add(buttonId);
        content.withObjectProperty("cardPrivateData").putObject("params");
        return FrontDoor.JSON
                .createObjectNode()
                .put("type", "actionCallback")
                .put("outTrackId", card.id())
                .put("corpId", "dingcorp1")
                .put("userId", staffId)
                .put("spaceType", "IM_GROUP")
                .put("spaceId", card.chatId())
                .put("content", content.toString());
    }

    /** @param secret the Client Secret */
    static HttpResponse<String> post(String webhook, String secret, ObjectNode payload)
            throws IOException, InterruptedException {
        SignedDingTalkMessage signed = SignedDingTalkMessage.of(payload.toString(), secret, Instant.now());
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook))
                .header("Content-Type", "application/json")
                .header("timestamp", signed.timestamp())
                .header("sign", signed.sign())
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
