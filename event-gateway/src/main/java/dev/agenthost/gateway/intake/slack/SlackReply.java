package dev.agenthost.gateway.intake.slack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The reply to an event or an interaction. */
sealed interface SlackReply {

    /**
     * It is acknowledged.
     *
     * @param answer the response to an interaction; null for none
     */
    record Acknowledged(@Nullable ObjectNode answer) implements SlackReply {}

    /** It is not acknowledged: Kafka took neither it nor its dead letter, so it must come again. */
    record Unavailable(String why) implements SlackReply {}
}
