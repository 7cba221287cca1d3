package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The conversation of an event. A group has the id of the platform ({@code cid…}). A private chat has the prefix {@code staff:} and the user id
 * of its person, because the platform sends messages to persons only by their user id
 * (https://open.dingtalk.com/document/orgapp/chatbots-send-one-on-one-chat-messages-in-batches).
 *
 * @param id of the conversation in the host
 * @param openConversationId the group; null for a private chat
 * @param userId the person to answer; null if the platform does not name a user id
 */
record DingTalkConversation(
        String id,
        @Nullable String openConversationId,
        @Nullable String userId) {
    private static final String PRIVATE_PREFIX = "staff:";

    /** @param userId of the person that an answer may mention; null for none */
    static DingTalkConversation group(String openConversationId, @Nullable String userId) {
        return new DingTalkConversation(openConversationId, openConversationId, userId);
    }

    /** @param platformId the id of the chat, for a person without a user id: an answer then has no target */
    static DingTalkConversation privateChat(String platformId, @Nullable String userId) {
        return new DingTalkConversation(userId == null ? platformId : PRIVATE_PREFIX + userId, null, userId);
    }

    boolean isGroup() {
        return openConversationId != null;
    }

    /** Returns the members {@code open_conversation_id} of a group, and {@code user_id} of the person. */
    ObjectNode replyTarget() {
        ObjectNode target = JsonNodeFactory.instance.objectNode();
        if (openConversationId != null) {
            target.put("open_conversation_id", openConversationId);
        }
        if (userId != null) {
            target.put("user_id", userId);
        }
        return target;
    }
}
