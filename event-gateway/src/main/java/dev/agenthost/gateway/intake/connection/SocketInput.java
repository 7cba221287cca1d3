package dev.agenthost.gateway.intake.connection;

import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import org.jspecify.annotations.Nullable;

/** The meaning of a message of a platform. */
public sealed interface SocketInput {
    /**
     * An event that is taken in beside others.
     *
     * @param bytes its size
     * @param ifDefect the answer if the task throws; null for none
     */
    record Event(int bytes, EventTask task, @Nullable SocketMessage ifDefect) implements SocketInput {}

    /**
     * An event that is not taken in.
     *
     * @param answer null for none
     */
    record Refused(String why, @Nullable SocketMessage answer) implements SocketInput {}

    /** A message of the protocol without an event, for instance a greeting or a part of an event. */
    record Control() implements SocketInput {}

    /** A message without an event that the host answers at once, for instance a ping of the platform. */
    record Reply(SocketMessage answer) implements SocketInput {}

    /** New times of the connection. */
    record Times(ConnectionTimes times) implements SocketInput {}

    /** The platform closes the connection soon: another one is opened, while this one still receives events. */
    record Closing() implements SocketInput {}

    /** The connection is of no use, and is closed. */
    record Rejected(AddressAnswer.Problem problem) implements SocketInput {}

    /** No message of the protocol. */
    record Unreadable() implements SocketInput {}
}
