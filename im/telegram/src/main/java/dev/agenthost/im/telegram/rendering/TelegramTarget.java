package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The place of an answer, read from the reply target of its event.
 *
 * @param replyTo the message that a group's answer replies to; null for none
 * @param isPrivate true for a chat with one person, in which an answer needs no reply
 */
public record TelegramTarget(
        long chatId,
        @Nullable Long threadId,
        @Nullable Long directMessagesTopicId,
        @Nullable Long replyTo,
        boolean isPrivate) {

    /** Returns null for a target without a chat. */
    public static @Nullable TelegramTarget of(@Nullable JsonNode replyTarget) {
        Long chatId = replyTarget == null ? null : number(replyTarget, "chat_id");
        return replyTarget == null || chatId == null
                ? null
                : new TelegramTarget(
                        chatId,
                        number(replyTarget, "message_thread_id"),
                        number(replyTarget, "direct_messages_topic_id"),
                        number(replyTarget, "message_id"),
                        "private".equals(replyTarget.path("chat_type").textValue()));
    }

    /** Returns the parameters that address the chat and its thread. */
    public ObjectNode parameters() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("chat_id", chatId);
        if (threadId != null) {
            parameters.put("message_thread_id", threadId);
        }
        if (directMessagesTopicId != null) {
            parameters.put("direct_messages_topic_id", directMessagesTopicId);
        }
        return parameters;
    }

    /** Returns the parameters that address a message of the chat. */
    public ObjectNode messageParameters(long messageId) {
        return JsonNodeFactory.instance.objectNode().put("chat_id", chatId).put("message_id", messageId);
    }

    /** Returns the parameters of {@code sendChatAction}, which has no topics of direct messages. */
    ObjectNode typingParameters() {
        ObjectNode parameters = parameters().put("action", "typing");
        parameters.remove("direct_messages_topic_id");
        return parameters;
    }

    /** Adds the reply, which is no condition: the message may be deleted (https://core.telegram.org/bots/api#replyparameters). */
    void reply(ObjectNode parameters) {
        if (replyTo != null && !isPrivate) {
            parameters
                    .putObject("reply_parameters")
                    .put("message_id", replyTo)
                    .put("allow_sending_without_reply", true);
        }
    }

    private static @Nullable Long number(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : null;
    }
}
