package dev.agenthost.im.onebot.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import org.jspecify.annotations.Nullable;

/**
 * The place of an answer, read from the reply target of its event.
 *
 * @param number of the group, or of the person
 * @param replyTo the message that an answer in a group replies to; null for none
 * @param senderId the person whom an answer in a group mentions; null for none
 */
record OneBotTarget(
        boolean isGroup,
        long number,
        @Nullable Long replyTo,
        @Nullable Long senderId) {

    /** Returns null for a target without a chat. */
    static @Nullable OneBotTarget of(@Nullable JsonNode replyTarget) {
        Long group = number(replyTarget, "group_id");
        Long user = number(replyTarget, "user_id");
        if (group != null) {
            return new OneBotTarget(true, group, number(replyTarget, "message_id"), number(replyTarget, "sender_id"));
        }
        return user == null ? null : new OneBotTarget(false, user, null, null);
    }

    /**
     * Returns the call that sends these segments
     * (https://github.com/botuniverse/onebot-11/blob/master/api/public.md#send_group_msg-发送群消息).
     */
    OneBotCall send(ArrayNode segments, @Nullable OutboundArtifact file) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put(isGroup ? "group_id" : "user_id", number);
        parameters.set("message", segments);
        return new OneBotCall(isGroup ? "send_group_msg" : "send_private_msg", parameters, file);
    }

    private static @Nullable Long number(@Nullable JsonNode object, String name) {
        JsonNode value = object == null ? JsonNodeFactory.instance.missingNode() : object.path(name);
        return value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : null;
    }
}
