package dev.agenthost.gateway.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The outcome of a call over a connection of a bot. */
public sealed interface ConnectionCallResult {

    /** @param status that the HTTP API would answer with */
    record Answered(int status, ObjectNode answer) implements ConnectionCallResult {}

    /** The call was not sent and has no effect. */
    record NotMade(String why) implements ConnectionCallResult {}

    /** The call was sent, or may have been, and no answer came. */
    record NoAnswer(String why) implements ConnectionCallResult {}
}
