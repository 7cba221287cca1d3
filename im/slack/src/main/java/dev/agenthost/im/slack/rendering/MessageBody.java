package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.slack.calls.SlackCall;
import java.util.Optional;

/** Writes a call as the body of its request, and recognises its message among those of a channel. */
public final class MessageBody {
    /** The type of the metadata of messages of this host (https://docs.slack.dev/messaging/message-metadata). */
    private static final String EVENT_TYPE = "agenthost_message";

    private static final String METADATA = "metadata";
    private static final String PAYLOAD = "event_payload";
    private static final String KEY = "key";

    private MessageBody() {}

    /**
     * Returns the body. A message has its key in its metadata; one that was a stream gets that of its preview when it ends.
     *
     * @param part the permanent key of the part
     */
    public static ObjectNode of(SlackCall call, String part) {
        ObjectNode body = call.parameters().deepCopy();
        body.remove(SlackCall.STREAM);
        FormattedText text = call.text();
        if (text != null) {
            body.put("text", fallback(text));
            ArrayNode blocks = RichText.blocks(text);
            call.parameters().path(SlackCall.BLOCKS).forEach(blocks::add);
            body.set(SlackCall.BLOCKS, blocks);
        }
        if (call.method().equals(SlackCall.UPDATE)) {
            body.remove(SlackCall.THREAD);
        }
        if (call.isMessage()) {
            putKey(body, call.key(part));
        }
        if (call.keepsKeyOfPreview()) {
            putKey(body, SlackCall.previewKey(part));
        }
        return body;
    }

    private static void putKey(ObjectNode body, String key) {
        body.putObject(METADATA)
                .put("event_type", EVENT_TYPE)
                .putObject(PAYLOAD)
                .put(KEY, key);
    }

    /** Returns the time stamp of the message with that key; empty if it is not among them. */
    public static Optional<String> find(JsonNode messages, String key) {
        for (JsonNode message : messages) {
            if (hasKey(message)
                    && message.path(METADATA).path(PAYLOAD).path(KEY).asText().equals(key)) {
                return Optional.ofNullable(message.path("ts").textValue());
            }
        }
        return Optional.empty();
    }

    /** Returns true for a message of this host with any key. */
    static boolean hasKey(JsonNode message) {
        return message.path(METADATA).path("event_type").asText().equals(EVENT_TYPE);
    }

    /**
     * Returns the text for notifications and screen readers. Its characters of control are entities
     * (https://docs.slack.dev/messaging/formatting-message-text#escaping), so it mentions nobody.
     */
    private static String fallback(FormattedText text) {
        return text.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
