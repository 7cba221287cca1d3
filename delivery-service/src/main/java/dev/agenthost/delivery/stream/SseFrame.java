package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.StreamPosition;

/**
 * One result as it goes down the wire.
 *
 * @param plain the whole server-sent event as every reader may see it, not to be changed
 * @param inside the same for a reader who may see what the run does inside; the same bytes where nothing of that is in it
 */
public record SseFrame(StreamPosition position, boolean terminal, byte[] plain, byte[] inside) {

    /** The bytes of this reader's stream: they follow from the record and the reader's right alone. */
    public byte[] bytes(boolean seesInside) {
        return seesInside ? inside : plain;
    }

    /** Bytes that it holds. */
    int size() {
        return plain == inside ? plain.length : plain.length + inside.length;
    }
}
