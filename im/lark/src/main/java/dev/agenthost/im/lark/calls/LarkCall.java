package dev.agenthost.im.lark.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call of the Open Platform.
 *
 * @param method of HTTP
 * @param path with the query
 * @param body as JSON
 * @param place of a message in its part, of which the key of the call is made; null for a call of which a repetition has no second effect
 * @param file the file to upload, whose key the message receives; null for none
 * @param further sends a message of its own into the same chat: the place of a refused reply, or the rest of a long text; null for none
 * @param shownBy the message that shows the card whose content the call replaces; null for any other call
 */
public record LarkCall(
        String method,
        String path,
        ObjectNode body,
        @Nullable String place,
        @Nullable LarkUpload file,
        @Nullable LarkCall further,
        @Nullable String shownBy) {
    private static final String CONTENT = "content";
    private static final String CARD = "card";
    private static final String DATA = "data";
    private static final String SEQUENCE = "sequence";
    /** The sequence grows by this much when the platform refuses it. */
    private static final int SEQUENCE_STEP = 1_000_000;

    private static final int MOST_STEPS = 3;

    /** A call that sends no message. */
    public LarkCall(String method, String path, ObjectNode body) {
        this(method, path, body, null, null, null, null);
    }

    /** Returns true if the call replaces the content of a message. */
    public boolean isEdit() {
        return method.equals("PATCH");
    }

    /** Returns true if the call replies to a message. */
    public boolean isReply() {
        return path.endsWith("/reply");
    }

    /** Returns true for the removal of the app's reactions, whose ids are not known. */
    public boolean isReactionRemoval() {
        return method.equals("DELETE") && path.endsWith("/reactions");
    }

    /** Returns the call at that place of its part; a call that sends no message as it is. */
    public LarkCall at(String newPlace) {
        return isMessage() ? new LarkCall(method, path, body, newPlace, file, further, null) : this;
    }

    /** Returns true if the call sends a message. */
    public boolean isMessage() {
        return method.equals("POST") && (isReply() || path.contains("/messages?"));
    }

    /** Returns true if the call replaces the content of a card. */
    public boolean isCardUpdate() {
        return shownBy != null;
    }

    /** Returns true for the removal of a message. */
    public boolean isRemoval() {
        return method.equals("DELETE") && !isReactionRemoval();
    }

    /** Returns the call with other content, as JSON in a text (the content of a message is one). */
    public LarkCall withContent(String content) {
        ObjectNode changed = body.deepCopy();
        if (isCardUpdate()) {
            changed.withObject("/" + CARD).put(DATA, content);
        } else {
            changed.put(CONTENT, content);
        }
        return new LarkCall(method, path, changed, place, file, further, shownBy);
    }

    /**
     * Returns the call that replaces the content of a card by that of this message
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md).
     *
     * @param messageId of the message that shows the card
     * @param sequence greater than that of each earlier call on the card
     */
    public LarkCall onCard(String messageId, String cardId, int sequence) {
        ObjectNode update = JsonNodeFactory.instance.objectNode();
        update.putObject(CARD).put("type", "card_json").put(DATA, content());
        update.put(SEQUENCE, sequence);
        return new LarkCall("PUT", "/open-apis/cardkit/v1/cards/" + cardId, update, CARD, null, this, messageId);
    }

    /** Returns the call with a greater sequence; empty after a few of them. */
    public Optional<LarkCall> withNextSequence() {
        int next = body.path(SEQUENCE).asInt() + SEQUENCE_STEP;
        ObjectNode changed = body.deepCopy();
        changed.put(SEQUENCE, next);
        return next / SEQUENCE_STEP > MOST_STEPS
                ? Optional.empty()
                : Optional.of(new LarkCall(method, path, changed, place, file, further, shownBy));
    }

    /** Returns the message of its own with the content of this call. */
    public LarkCall replacement() {
        return further == null ? this : further.withContent(content());
    }

    /** Returns the message with other content and without a file. */
    public LarkCall withMessage(String type, String content) {
        ObjectNode changed = body.deepCopy();
        changed.put("msg_type", type).put(CONTENT, content);
        return new LarkCall(method, path, changed, place, null, further, null);
    }

    /** Returns the message with another file. */
    public LarkCall withFile(LarkUpload other) {
        ObjectNode changed = body.deepCopy();
        changed.put("msg_type", other.type().message());
        return new LarkCall(method, path, changed, place, other, further, null);
    }

    /** Returns the message into the chat instead of the reply, or behind the edit; the call itself if it is a message already. */
    public LarkCall inChat() {
        if (further == null) {
            return this;
        }
        if (isCardUpdate()) {
            return replacement().inChat();
        }
        ObjectNode changed = further.body.deepCopy();
        for (String member : List.of("msg_type", CONTENT)) {
            JsonNode value = body.get(member);
            if (value != null) {
                changed.set(member, value);
            }
        }
        return new LarkCall(
                further.method, further.path, changed, place == null ? further.place : place, file, null, null);
    }

    /** Returns the call without {@code reply_in_thread}. */
    public LarkCall withoutThread() {
        ObjectNode changed = body.deepCopy();
        changed.remove("reply_in_thread");
        return new LarkCall(method, path, changed, place, file, further, shownBy);
    }

    public String content() {
        return (isCardUpdate() ? body.path(CARD).path(DATA) : body.path(CONTENT)).asText();
    }

    /**
     * Returns the call with its key: the platform sends at most one message in an hour for equal keys
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md), and makes a call on a card once. Calls with other content have other
     * keys; a file is not part of the content, so a repetition with another upload is the same message.
     *
     * @param part the permanent key of the part
     */
    public LarkCall keyed(String part) {
        if (place == null) {
            return this;
        }
        String all = String.join("\n", part, place, method, path, body.toString());
        ObjectNode changed = body.deepCopy();
        changed.put(
                "uuid",
                UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString());
        return new LarkCall(method, path, changed, place, file, further, shownBy);
    }
}
