package dev.agenthost.gateway.intake.connection;

/** The protocol of a platform on one connection. Called by one thread at a time; does not block. */
public interface SocketProtocol {
    /** Reads a message of the platform. Never fails. */
    SocketInput read(SocketMessage message);

    /** Returns the message that the platform answers if the connection is alive. */
    SocketMessage ping();

    /** Returns true once the platform sends events over the connection: at once, or after its greeting. */
    default boolean isReady() {
        return true;
    }

    /** Returns true if the platform sends an event again that has no answer, over any connection of the app. */
    default boolean redelivers() {
        return true;
    }
}
