package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The outcome of an update. */
sealed interface UpdateOutcome {

    /**
     * The update is done with: its event is on Kafka, it has none, or it is a dead letter.
     *
     * @param reply a call of the Bot API that answers a pressed button; null for none
     */
    record Done(@Nullable ObjectNode reply) implements UpdateOutcome {
        static final Done WITHOUT_REPLY = new Done(null);
    }

    /** Kafka did not take the event or the dead letter: the update must come again. */
    record Unavailable(String why) implements UpdateOutcome {}

    /**
     * run-orchestrator did not take a pressed button: the update must come again, or the person press again.
     *
     * @param reply the call of the Bot API that asks the person to press again
     */
    record NotSubmitted(ObjectNode reply) implements UpdateOutcome {}
}
