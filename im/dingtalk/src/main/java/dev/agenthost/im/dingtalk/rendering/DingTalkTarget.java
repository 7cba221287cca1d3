package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.im.dingtalk.calls.DingTalkUpload;
import org.jspecify.annotations.Nullable;

/**
 * The chat of an answer: a group, or the chat of the robot with a person.
 *
 * @param isGroup true if the id is the {@code openConversationId} of a group; false if it is the user id of a person
 */
public record DingTalkTarget(String id, boolean isGroup) {

    /**
     * Returns null for a target without a chat.
     *
     * @param replyTarget with {@code open_conversation_id} for a group, else with {@code user_id}
     */
    public static @Nullable DingTalkTarget of(@Nullable JsonNode replyTarget) {
        if (replyTarget == null) {
            return null;
        }
        String group = id(replyTarget.path("open_conversation_id"));
        if (group != null) {
            return new DingTalkTarget(group, true);
        }
        String person = id(replyTarget.path("user_id"));
        return person == null ? null : new DingTalkTarget(person, false);
    }

    /** Returns the call that sends a message. @param msgKey the template of the platform */
    DingTalkCall message(DingTalkRobot robot, String msgKey, ObjectNode msgParam) {
        ObjectNode body = to(robot).put("msgKey", msgKey).put("msgParam", msgParam.toString());
        return new DingTalkCall(kind(), body);
    }

    /** Returns the message that shows a file; its parameters follow from the upload. */
    DingTalkCall file(DingTalkRobot robot, DingTalkUpload file) {
        DingTalkCall call = message(robot, file.type().msgKey(), JsonNodeFactory.instance.objectNode());
        return new DingTalkCall(call.kind(), call.body(), "", file, call.instead());
    }

    private DingTalkCall.Kind kind() {
        return isGroup ? DingTalkCall.Kind.GROUP_MESSAGE : DingTalkCall.Kind.PRIVATE_MESSAGE;
    }

    private ObjectNode to(DingTalkRobot robot) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("robotCode", robot.code());
        if (isGroup) {
            return body.put("openConversationId", id);
        }
        body.putArray("userIds").add(id);
        return body;
    }

    /**
     * Returns the call that creates a card and shows it (https://open.dingtalk.com/document/development/create-and-deliver-cards). Presses of
     * its buttons arrive over the connection.
     */
    DingTalkCall card(DingTalkRobot robot, ObjectNode parameters) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("cardTemplateId", robot.cardTemplateId())
                .put("callbackType", "STREAM")
                .put("userIdType", 1)
                .put("openSpaceId", "dtv1.card//" + (isGroup ? "IM_GROUP." : "IM_ROBOT.") + id);
        body.putObject("cardData").set("cardParamMap", parameters);
        body.putObject(isGroup ? "imGroupOpenSpaceModel" : "imRobotOpenSpaceModel")
                .put("supportForward", true);
        ObjectNode delivery = body.putObject(isGroup ? "imGroupOpenDeliverModel" : "imRobotOpenDeliverModel")
                .put("robotCode", robot.code());
        if (!isGroup) {
            delivery.put("spaceType", "IM_ROBOT");
        }
        return new DingTalkCall(DingTalkCall.Kind.CARD, body);
    }

    /** Returns an id that may stand in the address of a card; null for none. */
    private static @Nullable String id(JsonNode value) {
        String text = value.asText();
        return text.matches("[!-~&&[^;\"\\\\]]{1,256}") ? text : null;
    }
}
