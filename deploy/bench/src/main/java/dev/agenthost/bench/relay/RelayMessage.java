package dev.agenthost.bench.relay;

import java.nio.ByteBuffer;

/**
 * The record of the relay: a number, padded to the size of a record of Agent Host.
 *
 * @param number of the operation
 * @param isLast true for the last record of that operation on its topic
 */
record RelayMessage(int number, boolean isLast) {
    private static final int LEAST = Integer.BYTES + 1;

    static RelayMessage of(byte[] value) {
        var buffer = ByteBuffer.wrap(value);
        return new RelayMessage(buffer.getInt(), buffer.get() != 0);
    }

    byte[] bytes(int size) {
        var buffer = ByteBuffer.allocate(Math.max(LEAST, size));
        buffer.putInt(number).put((byte) (isLast ? 1 : 0));
        return buffer.array();
    }
}
