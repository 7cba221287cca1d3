package dev.agenthost.gateway.intake.dingtalk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The outcome of a payload of the platform. */
sealed interface DingTalkOutcome {

    /**
     * The payload is done with: it is on Kafka, it is none of the host, it is a dead letter, or a pressed button has its answer.
     *
     * @param response an object, empty for anything but a pressed button of a question
     */
    record Done(ObjectNode response) implements DingTalkOutcome {
        static Done withoutContent() {
            return new Done(JsonNodeFactory.instance.objectNode());
        }
    }

    /** Kafka did not take the event or the dead letter: it must be pushed again. */
    record Unavailable(String why) implements DingTalkOutcome {}
}
