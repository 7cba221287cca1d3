package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import org.jspecify.annotations.Nullable;

/**
 * The place of an answer, read from the reply target of its event.
 *
 * @param messageId of the person's message; null for none
 * @param isThread true if that message is in a thread, in which the answer stays
 * @param isPrivate true for a chat with one person, in which an answer needs no reply
 */
public record LarkTarget(String chatId, @Nullable String messageId, boolean isThread, boolean isPrivate) {
    static final String CARD = "interactive";
    static final String MESSAGES = "/open-apis/im/v1/messages";

    /** Returns null for a target without a chat. */
    public static @Nullable LarkTarget of(@Nullable JsonNode replyTarget) {
        String chatId = replyTarget == null ? null : id(replyTarget.path("chat_id"));
        if (replyTarget == null || chatId == null) {
            return null;
        }
        return new LarkTarget(
                chatId,
                id(replyTarget.path("message_id")),
                id(replyTarget.path("thread_id")) != null,
                replyTarget.path("chat_type").asText().equals("p2p"));
    }

    /** Returns the card as a message. @param isFirst true for the first message of a part, which replies to the person's in a group */
    LarkCall card(ObjectNode card, boolean isFirst) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("msg_type", CARD).put("content", LarkCards.json(card));
        return message(body, null, isFirst);
    }

    /** Returns the message that shows a file. */
    LarkCall file(LarkUpload file) {
        return message(
                JsonNodeFactory.instance
                        .objectNode()
                        .put("msg_type", file.type().message()),
                file,
                false);
    }

    /**
     * A message into a thread is a reply in the form of a thread
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/reply.md).
     */
    private LarkCall message(ObjectNode body, @Nullable LarkUpload file, boolean isFirst) {
        ObjectNode created = JsonNodeFactory.instance.objectNode().put("receive_id", chatId);
        created.setAll(body);
        LarkCall create = new LarkCall("POST", MESSAGES + "?receive_id_type=chat_id", created, "", file, null, null);
        if (messageId == null || !isThread && (isPrivate || !isFirst)) {
            return create;
        }
        ObjectNode reply = body.deepCopy();
        if (isThread) {
            reply.put("reply_in_thread", true);
        }
        return new LarkCall("POST", messagePath(messageId) + "/reply", reply, "", file, create, null);
    }

    /** Returns the call that replaces the card of a message. */
    LarkCall edit(String editedId, ObjectNode card) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("content", LarkCards.json(card));
        return new LarkCall("PATCH", messagePath(editedId), body, null, null, card(card, false), null);
    }

    static LarkCall removal(String messageId) {
        return new LarkCall("DELETE", messagePath(messageId), JsonNodeFactory.instance.objectNode());
    }

    static String messagePath(String messageId) {
        return MESSAGES + "/" + messageId;
    }

    /** Returns the text of an id that may stand in a path; null for none. */
    static @Nullable String id(JsonNode value) {
        String text = value.asText();
        return text.matches("[A-Za-z0-9_-]{1,128}") ? text : null;
    }
}
