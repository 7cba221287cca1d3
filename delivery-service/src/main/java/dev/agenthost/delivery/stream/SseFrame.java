package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.StreamPosition;

/**
 * One result as a server-sent event.
 *
 * @param plain the whole server-sent event as every reader may see it, not to be changed
 * @param internal the event for a reader with the right to see inside runs; the same array if there is nothing more to see
 */
public record SseFrame(StreamPosition position, boolean terminal, byte[] plain, byte[] internal) {

    /** Returns the bytes for a reader; they follow from the record and the reader's right alone. */
    public byte[] bytes(boolean seesInternals) {
        return seesInternals ? internal : plain;
    }

    /** Returns the number of bytes in memory. */
    int size() {
        return plain == internal ? plain.length : plain.length + internal.length;
    }
}
