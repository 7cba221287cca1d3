package dev.agenthost.gateway.intake.connection;

/** A message of a WebSocket. */
public sealed interface SocketMessage {
    /** A text. */
    record Text(String text) implements SocketMessage {}

    /** Bytes. */
    record Binary(byte[] bytes) implements SocketMessage {}

    /** A ping of the WebSocket itself, which each peer answers (RFC 6455, 5.5.2). */
    record Ping() implements SocketMessage {}
}
