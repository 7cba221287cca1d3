package dev.agenthost.gateway.intake.lark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The outcome of an event or a callback of the platform. */
sealed interface LarkOutcome {

    /**
     * The event is done with: it is on Kafka, it is none of the host, it is a dead letter, or a pressed button has its answer.
     *
     * @param response an object, empty for anything but a pressed button of a question
     */
    record Done(ObjectNode response) implements LarkOutcome {
        static Done withoutContent() {
            return new Done(JsonNodeFactory.instance.objectNode());
        }
    }

    /** Kafka did not take the event or the dead letter: it must come again. */
    record Unavailable(String why) implements LarkOutcome {}
}
