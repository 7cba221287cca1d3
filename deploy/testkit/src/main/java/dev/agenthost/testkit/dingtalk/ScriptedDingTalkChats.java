package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The chats of one robot. The rules and codes are those of https://open.dingtalk.com/document/development/the-robot-sends-a-group-message,
 * of .../chatbots-send-one-on-one-chat-messages-in-batches, of .../robot-message-type and of .../create-and-deliver-cards. Assumed: the
 * code of a group without the robot, and the answer for a card that cannot be shown there.
 */
final class ScriptedDingTalkChats {
    private static final Pattern SPACE = Pattern.compile("dtv1\\.card//(IM_GROUP|IM_ROBOT)\\.([^;]+)");
    private static final Map<String, List<String>> TEMPLATES = Map.of(
            "sampleText", List.of("content"),
            "sampleMarkdown", List.of("title", "text"),
            "sampleImageMsg", List.of("photoURL"),
            "sampleFile", List.of("mediaId", "fileName", "fileType"));

    private final String robotCode;
    private final ScriptedDingTalkCards cards;
    private final List<DingTalkMessage> messages = new ArrayList<>();
    private final Map<String, byte[]> uploads = new HashMap<>();
    private final Set<String> unknown = new HashSet<>();
    private int mostBytes = 15_000;
    private long nextId = 1;

    ScriptedDingTalkChats(String robotCode, ScriptedDingTalkCards cards) {
        this.robotCode = robotCode;
        this.cards = cards;
    }

    synchronized void limit(int bytes) {
        mostBytes = bytes;
    }

    /** The robot leaves a group, or the person the organization. */
    synchronized void leave(String chatId) {
        unknown.add(chatId);
    }

    synchronized List<DingTalkMessage> messages(String chatId) {
        return messages.stream()
                .filter(message -> message.chatId().equals(chatId))
                .map(message -> message.msgKey().equals(DingTalkMessage.CARD)
                        ? new DingTalkMessage(message.id(), chatId, message.msgKey(), cards.variables(message.id()))
                        : message)
                .toList();
    }

    synchronized JsonNode sendToGroup(JsonNode body) {
        String chatId = body.path("openConversationId").asText();
        if (!chatId.startsWith("cid")) {
            throw new DingTalkRefusal("invalid.openConversationId");
        }
        if (unknown.contains(chatId)) {
            throw new DingTalkRefusal(400, "invalidParameter.robotCode.empty", "the robot is not in the group");
        }
        return JsonNodeFactory.instance.objectNode().put("processQueryKey", send(chatId, body));
    }

    synchronized JsonNode sendToPersons(JsonNode body) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (body.path("userIds").isEmpty()) {
            throw new DingTalkRefusal("invalidParameter.userIds.empty");
        }
        for (JsonNode userId : body.path("userIds")) {
            if (unknown.contains(userId.asText())) {
                answer.withArrayProperty("invalidStaffIdList").add(userId.asText());
            } else {
                answer.put("processQueryKey", send(userId.asText(), body));
            }
        }
        return answer;
    }

    private String send(String chatId, JsonNode body) {
        checkRobot(body);
        String msgKey = body.path("msgKey").asText();
        ObjectNode parameters = parameters(body.path("msgParam").asText());
        List<String> names = TEMPLATES.get(msgKey);
        if (names == null) {
            throw new DingTalkRefusal("invalidParameter.msgKey.invalid");
        }
        for (String name : names) {
            if (parameters.path(name).asText().isEmpty()) {
                throw new DingTalkRefusal("invalidParameter.param.invalid");
            }
        }
        String media =
                parameters.path("mediaId").asText(parameters.path("photoURL").asText());
        if (!media.isEmpty() && !uploads.containsKey(media)) {
            throw new DingTalkRefusal("miss.param.file");
        }
        String id = "key" + nextId++ + "==";
        messages.add(new DingTalkMessage(id, chatId, msgKey, parameters));
        return id;
    }

    private ObjectNode parameters(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw new DingTalkRefusal("invalidParameter.msgParam.tooLong");
        }
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(text);
        } catch (IOException | ClassCastException e) {
            throw new DingTalkRefusal("invalidParameter.msgParam.invalid");
        }
    }

    /** A card is created even if it cannot be shown. */
    synchronized JsonNode showCard(JsonNode body) {
        Matcher space = SPACE.matcher(body.path("openSpaceId").asText());
        if (!space.matches()) {
            throw new DingTalkRefusal("param.openSpaceIdInvalid");
        }
        boolean isGroup = space.group(1).equals("IM_GROUP");
        JsonNode delivery = body.path(isGroup ? "imGroupOpenDeliverModel" : "imRobotOpenDeliverModel");
        if (!body.path(isGroup ? "imGroupOpenSpaceModel" : "imRobotOpenSpaceModel")
                        .has("supportForward")
                || delivery.isMissingNode()
                || !isGroup && !delivery.path("spaceType").asText().equals("IM_ROBOT")) {
            throw new DingTalkRefusal("param.openDeliverModelEmpty");
        }
        if (isGroup) {
            checkRobot(delivery);
        }
        String id = cards.create(body);
        boolean isShown = !unknown.contains(space.group(2));
        if (isShown) {
            messages.add(new DingTalkMessage(
                    id, space.group(2), DingTalkMessage.CARD, JsonNodeFactory.instance.objectNode()));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("success", true);
        ObjectNode result = answer.putObject("result").put("outTrackId", id);
        result.putArray("deliverResults")
                .addObject()
                .put("spaceType", space.group(1))
                .put("spaceId", space.group(2))
                .put("success", isShown)
                .put("errorMsg", isShown ? "" : "SYSTEM_ERROR");
        return answer;
    }

    private void checkRobot(JsonNode body) {
        if (!body.path("robotCode").asText().equals(robotCode)) {
            throw new DingTalkRefusal("invalidParameter.robotCode.notExsit");
        }
    }

    synchronized String upload(byte[] content) {
        String id = "@lAD" + nextId++;
        uploads.put(id, content);
        return id;
    }

    synchronized byte[] uploaded(String mediaId) {
        return uploads.getOrDefault(mediaId, new byte[0]);
    }
}
