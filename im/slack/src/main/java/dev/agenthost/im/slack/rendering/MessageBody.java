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
     * Returns the body. A message has its key in its metadata.
     *
     * @param part the permanent key of the part
     */
    public static ObjectNode of(SlackCall call, String part) {
        ObjectNode body = call.parameters().deepCopy();
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
            body.putObject(METADATA)
                    .put("event_type", EVENT_TYPE)
                    .putObject(PAYLOAD)
                    .put(KEY, call.key(part));
        }
        return body;
    }

    /** Returns the time stamp of the message with that key; empty if it is not among them. */
    public static Optional<String> find(JsonNode messages, String key) {
        for (JsonNode message : messages) {
            JsonNode metadata = message.path(METADATA);
            if (metadata.path("event_type").asText().equals(EVENT_TYPE)
                    && metadata.path(PAYLOAD).path(KEY).asText().equals(key)) {
                return Optional.ofNullable(message.path("ts").textValue());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the text for notifications and screen readers. Its characters of control are entities
     * (https://docs.slack.dev/messaging/formatting-message-text#escaping), so it mentions nobody.
     */
    private static String fallback(FormattedText text) {
        return text.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
