package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The person who receives an answer. A list of persons, and {@code @all}, is none.
 *
 * @param userId the UserID: letters, digits, {@code _}, {@code -}, {@code @} and {@code .}, of which the first is a letter or a digit
 *     (https://developer.work.weixin.qq.com/document/path/90195)
 */
public record WeComTarget(String userId) {
    private static final String USER = "[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}";

    /** Returns null for a target without a person. @param replyTarget with {@code user_id} */
    public static @Nullable WeComTarget of(@Nullable JsonNode replyTarget) {
        String user = replyTarget == null ? "" : replyTarget.path("user_id").asText();
        return user.matches(USER) ? new WeComTarget(user) : null;
    }

    /** Returns the message with a text. */
    WeComCall message(FormattedText text) {
        return WeComTextContent.of(text).in(message().withText(text));
    }

    /** Returns the card. */
    WeComCall card(ObjectNode card) {
        return message().withContent(WeComCall.CARD, card);
    }

    /** Returns the message that shows a file; its content follows from the upload. */
    WeComCall file(WeComUpload file) {
        return message()
                .withContent(file.type().wire(), JsonNodeFactory.instance.objectNode())
                .withFile(file);
    }

    private WeComCall message() {
        return new WeComCall(JsonNodeFactory.instance.objectNode().put("touser", userId), "", null, null, List.of());
    }
}
