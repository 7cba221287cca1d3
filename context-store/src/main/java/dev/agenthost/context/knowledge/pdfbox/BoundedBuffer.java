package dev.agenthost.context.knowledge.pdfbox;

import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessReadWriteBuffer;

/** Takes no more than may be unpacked. */
final class BoundedBuffer extends RandomAccessReadWriteBuffer {
    private final Unpacked unpacked;

    BoundedBuffer(Unpacked unpacked) {
        this.unpacked = unpacked;
    }

    @Override
    public void write(int one) throws IOException {
        unpacked.bytes(1);
        super.write(one);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        unpacked.bytes(length);
        super.write(bytes, from, length);
    }
}
