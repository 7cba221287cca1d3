package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.StreamPosition;

/**
 * One result as it goes down the wire.
 *
 * @param bytes the whole server-sent event, the same for every reader, not to be changed
 */
public record LiveFrame(StreamPosition position, boolean terminal, byte[] bytes) {}
