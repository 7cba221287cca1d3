package dev.agenthost.gateway.intake.connection.ws;

import dev.agenthost.im.chat.connection.AddressAnswer;

/** The reason why a connection needs a successor. */
sealed interface SocketEnd {
    /** It is closed. */
    record Closed() implements SocketEnd {}

    /** The platform closes it soon; it still receives events. */
    record Closing() implements SocketEnd {}

    /** The platform does not want it. */
    record Rejected(AddressAnswer.Problem problem) implements SocketEnd {}
}
