package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A payload that the platform pushes
 * (https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description).
 *
 * @param topic decides the form of the payload
 * @param messageId of the frame that has it, or of its request; another one for each attempt
 * @param payload of an event {@code eventType}, {@code eventId}, {@code eventCorpId}, {@code eventBornTime} and {@code data}
 */
public record DingTalkPush(
        Topic topic, String messageId, @Nullable JsonNode payload) {

    /** The topics to which the host subscribes. */
    public enum Topic {
        /** Messages of persons to the robot. */
        MESSAGE("CALLBACK", "/v1.0/im/bot/messages/get"),
        /** Actions of persons on cards. */
        CARD("CALLBACK", "/v1.0/card/instances/callback"),
        /** All events that are ticked in the developer console. */
        EVENT("EVENT", "*");

        private final String type;
        private final String wire;

        Topic(String type, String wire) {
            this.type = type;
            this.wire = wire;
        }

        /** Returns the type of its frames. */
        public String type() {
            return type;
        }

        /** Returns its name at the platform. */
        public String wire() {
            return wire;
        }
    }
}
