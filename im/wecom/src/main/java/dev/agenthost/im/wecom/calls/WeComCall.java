package dev.agenthost.im.wecom.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message of an application (https://developer.work.weixin.qq.com/document/path/90236). It has no key, except for a card, whose task id
 * WeCom accepts once.
 *
 * @param body as JSON, without {@code agentid}
 * @param place of the call in its part, of which the task id of a card is made; empty before it is known
 * @param text that the body shows, which may be divided; null for a card and for a file
 * @param file the file to upload, whose id the message receives; null for none
 * @param instead the messages in the place of a refused card, in order; empty for another call
 */
public record WeComCall(
        ObjectNode body,
        String place,
        @Nullable FormattedText text,
        @Nullable WeComUpload file,
        List<WeComCall> instead) {
    /** The type of a message with Markdown. */
    public static final String MARKDOWN = "markdown";
    /** The type of a message without markup. */
    public static final String TEXT = "text";
    /** The type of a card. */
    public static final String CARD = "template_card";

    private static final String TYPE = "msgtype";
    private static final String TASK = "task_id";
    private static final String PREFIX = "agenthost-";

    public WeComCall {
        instead = List.copyOf(instead);
    }

    /** Returns the {@code msgtype}. */
    public String type() {
        return body.path(TYPE).asText();
    }

    /** Returns true for a card. */
    public boolean isCard() {
        return type().equals(CARD);
    }

    /** Returns the text of a message with or without markup, as it is written; empty for another one. */
    public String content() {
        return body.path(type()).path("content").asText();
    }

    /** Returns the task id of a card; empty for a message, and before the call is keyed. */
    public String taskId() {
        return body.path(CARD).path(TASK).asText();
    }

    /** Returns the call at that place of its part. */
    public WeComCall at(String newPlace) {
        return new WeComCall(body, newPlace, text, file, instead);
    }

    /** Returns the call with these messages in its place, should it be refused. */
    public WeComCall orElse(List<WeComCall> messages) {
        return new WeComCall(body, place, text, file, messages);
    }

    /** Returns the message to the same person that shows other content. @param newType its {@code msgtype} */
    public WeComCall withContent(String newType, ObjectNode content) {
        ObjectNode changed = body.deepCopy();
        changed.remove(type());
        changed.put(TYPE, newType).set(newType, content);
        return new WeComCall(changed, place, text, file, instead);
    }

    /** Returns the call with another text, which its body shows. */
    public WeComCall withText(FormattedText newText) {
        return new WeComCall(body, place, newText, null, instead);
    }

    /** Returns the call with another file. */
    public WeComCall withFile(WeComUpload other) {
        return new WeComCall(body, place, null, other, instead);
    }

    /**
     * Returns the call with its key. A card is accepted once for its task id, which follows from its part and place: digits, letters,
     * {@code _}, {@code -} and {@code @}, at most 128 bytes. A message has none.
     *
     * @param part the permanent key of the part
     */
    public WeComCall keyed(String part) {
        if (!isCard()) {
            return this;
        }
        ObjectNode changed = body.deepCopy();
        changed.withObjectProperty(CARD).put(TASK, PREFIX + uuid(part + "\n" + place));
        return new WeComCall(changed, place, text, file, instead);
    }

    private static String uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
