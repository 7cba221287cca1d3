package dev.agenthost.im.dingtalk.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call of the API.
 *
 * @param body as JSON
 * @param place of the call in its part, of which the key of a card and of its update is made; empty before it is known
 * @param file the file to upload, whose id the message receives; null for none
 * @param instead the messages in the place of a refused card, in order; empty for another call
 */
public record DingTalkCall(
        Kind kind, ObjectNode body, String place, @Nullable DingTalkUpload file, List<DingTalkCall> instead) {
    /** The member that identifies a card; each call on it has the same. */
    public static final String CARD_KEY = "outTrackId";

    private static final String PREFIX = "agenthost-";

    public DingTalkCall {
        instead = List.copyOf(instead);
    }

    /** A call without a file. */
    public DingTalkCall(Kind kind, ObjectNode body) {
        this(kind, body, "", null, List.of());
    }

    /** The methods of the API. */
    public enum Kind {
        /** https://open.dingtalk.com/document/development/the-robot-sends-a-group-message */
        GROUP_MESSAGE("POST", "/v1.0/robot/groupMessages/send"),
        /** https://open.dingtalk.com/document/development/chatbots-send-one-on-one-chat-messages-in-batches */
        PRIVATE_MESSAGE("POST", "/v1.0/robot/oToMessages/batchSend"),
        /** Creates a card and shows it (https://open.dingtalk.com/document/development/create-and-deliver-cards). */
        CARD("POST", "/v1.0/card/instances/createAndDeliver"),
        /** Replaces the text of a card (https://open.dingtalk.com/document/development/api-streamingupdate). */
        CARD_TEXT("PUT", "/v1.0/card/streaming"),
        /** Replaces variables of a card (https://open.dingtalk.com/document/development/interactive-card-update-interface). */
        CARD_DATA("PUT", "/v1.0/card/instances");

        private final String method;
        private final String path;

        Kind(String method, String path) {
            this.method = method;
            this.path = path;
        }

        /** Returns the method of HTTP. */
        public String method() {
            return method;
        }

        public String path() {
            return path;
        }

        /** Returns true if the call sends a message that has no key, so that a repetition sends another one. */
        public boolean isMessage() {
            return this == GROUP_MESSAGE || this == PRIVATE_MESSAGE;
        }
    }

    /** Returns the call at that place of its part. */
    public DingTalkCall at(String newPlace) {
        return new DingTalkCall(kind, body, newPlace, file, instead);
    }

    /** Returns the call with these messages in its place, should it be refused. */
    public DingTalkCall orElse(List<DingTalkCall> messages) {
        return new DingTalkCall(kind, body, place, file, messages);
    }

    /** Returns the message that shows other content, and no file. @param msgKey the template of the platform */
    public DingTalkCall withMessage(String msgKey, ObjectNode msgParam) {
        ObjectNode changed = body.deepCopy();
        changed.put("msgKey", msgKey).put("msgParam", msgParam.toString());
        return new DingTalkCall(kind, changed, place, null, instead);
    }

    /** Returns the id of the card that the call shows or changes; empty for a message, and before the call is keyed. */
    public String cardId() {
        return body.path(CARD_KEY).asText();
    }

    /**
     * Returns the call with its key. A card is created once for its id, and an update has its effect once for its {@code guid}, so equal
     * calls of equal parts have equal keys. A message has none.
     *
     * @param part the permanent key of the part
     */
    public DingTalkCall keyed(String part) {
        return switch (kind) {
            case GROUP_MESSAGE, PRIVATE_MESSAGE, CARD_DATA -> this;
            case CARD -> with(CARD_KEY, cardId(part, place));
            case CARD_TEXT -> with("guid", uuid(String.join("\n", part, place, body.toString())));
        };
    }

    /** Returns the id of the card at that place of a part. */
    public static String cardId(String part, String place) {
        return PREFIX + uuid(part + "\n" + place);
    }

    private DingTalkCall with(String name, String value) {
        ObjectNode changed = body.deepCopy();
        changed.put(name, value);
        return new DingTalkCall(kind, changed, place, file, instead);
    }

    private static String uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
