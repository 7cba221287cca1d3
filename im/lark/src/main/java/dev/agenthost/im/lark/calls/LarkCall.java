package dev.agenthost.im.lark.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
 */
public record LarkCall(
        String method,
        String path,
        ObjectNode body,
        @Nullable String place,
        @Nullable LarkUpload file,
        @Nullable LarkCall further) {
    private static final String CONTENT = "content";

    /** A call that sends no message. */
    public LarkCall(String method, String path, ObjectNode body) {
        this(method, path, body, null, null, null);
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
        return isMessage() ? new LarkCall(method, path, body, newPlace, file, further) : this;
    }

    /** Returns true if the call sends a message. */
    public boolean isMessage() {
        return method.equals("POST") && (isReply() || path.contains("/messages?"));
    }

    /** Returns the call with other content, as JSON in a text (the content of a message is one). */
    public LarkCall withContent(String content) {
        ObjectNode changed = body.deepCopy();
        return new LarkCall(method, path, changed.put(CONTENT, content), place, file, further);
    }

    /** Returns the message with other content and without a file. */
    public LarkCall withMessage(String type, String content) {
        ObjectNode changed = body.deepCopy();
        changed.put("msg_type", type).put(CONTENT, content);
        return new LarkCall(method, path, changed, place, null, further);
    }

    /** Returns the message with another file. */
    public LarkCall withFile(LarkUpload other) {
        ObjectNode changed = body.deepCopy();
        changed.put("msg_type", other.type().message());
        return new LarkCall(method, path, changed, place, other, further);
    }

    /** Returns the message into the chat instead of the reply, or behind the edit; the call itself if it is a message already. */
    public LarkCall inChat() {
        if (further == null) {
            return this;
        }
        ObjectNode changed = further.body.deepCopy();
        for (String member : List.of("msg_type", CONTENT)) {
            JsonNode value = body.get(member);
            if (value != null) {
                changed.set(member, value);
            }
        }
        return new LarkCall(further.method, further.path, changed, place == null ? further.place : place, file, null);
    }

    /** Returns the call without {@code reply_in_thread}. */
    public LarkCall withoutThread() {
        ObjectNode changed = body.deepCopy();
        changed.remove("reply_in_thread");
        return new LarkCall(method, path, changed, place, file, further);
    }

    public String content() {
        return body.path(CONTENT).asText();
    }

    /**
     * Returns the call with its key: the platform sends at most one message in an hour for equal keys
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md). Calls with other content have other
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
        return new LarkCall(method, path, changed, place, file, further);
    }
}
