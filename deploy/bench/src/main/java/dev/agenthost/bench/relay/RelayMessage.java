package dev.agenthost.bench.relay;

import java.nio.ByteBuffer;

/**
 * What is carried where nothing is done: a number, and as many bytes as a record of the walk has.
 *
 * @param number of the thing that is under way
 * @param isLast whether it is the last parcel of that thing on its topic
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
