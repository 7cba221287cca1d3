package dev.agenthost.im.slack.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call of the Web API.
 *
 * @param method for instance {@code chat.postMessage}
 * @param parameters of the method, without the text; {@code blocks} are those that follow it; an edit has the thread of its message, too
 * @param text of a message; null for a call without one
 * @param place of a message in its part, of which the key of the message is made; null for a call that sends no message
 * @param file the file to upload, which the call completes; null for none
 */
public record SlackCall(
        String method,
        ObjectNode parameters,
        @Nullable FormattedText text,
        @Nullable String place,
        @Nullable OutboundArtifact file) {
    public static final String POST = "chat.postMessage";
    public static final String UPDATE = "chat.update";
    public static final String DELETE = "chat.delete";
    public static final String START_STREAM = "chat.startStream";
    public static final String APPEND_STREAM = "chat.appendStream";
    public static final String STOP_STREAM = "chat.stopStream";
    /** Completes an upload, and shows the file in a channel (https://docs.slack.dev/reference/methods/files.completeUploadExternal). */
    public static final String SHARE = "files.completeUploadExternal";

    public static final String THREAD = "thread_ts";
    public static final String BLOCKS = "blocks";
    public static final String MARKDOWN = "markdown_text";

    /** Not sent: the message is a stream, which is stopped first. */
    public static final String STREAM = "stream";

    /** The place of a preview, whose text is not complete. */
    public static final String PREVIEW = "preview";

    /** A call without text and file. */
    public SlackCall(String method, ObjectNode parameters) {
        this(method, parameters, null, null, null);
    }

    /** Returns true if the call sends a message with text. */
    public boolean isMessage() {
        return method.equals(POST);
    }

    /** Returns true if a message with the key of this call may be there: it sends one, or one is sent in the place of a refused edit. */
    public boolean hasKey() {
        return text != null && place != null;
    }

    /** Returns true if the message has the key of its preview after the call, which stops its stream, or shows the complete text in it. */
    public boolean keepsKeyOfPreview() {
        return method.equals(STOP_STREAM) || method.equals(UPDATE) && place != null;
    }

    /** Returns the channel of the call. */
    public String channel() {
        return parameters.path(method.equals(SHARE) ? "channel_id" : "channel").asText();
    }

    /** Returns the thread of the call; null for none. */
    public @Nullable String thread() {
        return parameters.path(THREAD).textValue();
    }

    /** Returns the call at that place of its part; one that sends no message as it is. */
    public SlackCall at(String newPlace) {
        return isMessage() || method.equals(SHARE) ? new SlackCall(method, parameters, text, newPlace, file) : this;
    }

    /** Returns the call with another text. */
    public SlackCall with(FormattedText other) {
        return new SlackCall(method, parameters, other, place, file);
    }

    /**
     * Returns the edit of a message in the place of this message, with the same text and blocks. The place is kept: a refused edit is
     * followed by the message.
     */
    public SlackCall asEditOf(String ts) {
        ObjectNode edit = parameters.deepCopy();
        edit.retain("channel", THREAD, BLOCKS);
        return new SlackCall(UPDATE, edit.put("ts", ts), text, place, file);
    }

    /** Returns the call for a message that may be a stream still: the stream is to be stopped before the call. */
    public SlackCall ofStream() {
        return new SlackCall(method, parameters.deepCopy().put(STREAM, true), text, place, file);
    }

    /** Returns true if a stream is to be stopped before the call. */
    public boolean isOfStream() {
        return parameters.has(STREAM);
    }

    /** Returns the call without the blocks that follow its text. */
    public SlackCall withoutBlocks() {
        return without(BLOCKS);
    }

    /** Returns the call into the channel instead of the thread. */
    public SlackCall withoutThread() {
        return without(THREAD);
    }

    private SlackCall without(String parameter) {
        ObjectNode changed = parameters.deepCopy();
        changed.remove(parameter);
        return new SlackCall(method, changed, text, place, file);
    }

    /**
     * Returns the key of a message: equal for every repetition, and for the plainer message in its place.
     *
     * @param part the permanent key of the part
     */
    public String key(String part) {
        return key(part, String.valueOf(place));
    }

    /** Returns the key of the preview of a part. */
    public static String previewKey(String part) {
        return key(part, PREVIEW);
    }

    private static String key(String part, String place) {
        return UUID.nameUUIDFromBytes((part + "\n" + place).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
