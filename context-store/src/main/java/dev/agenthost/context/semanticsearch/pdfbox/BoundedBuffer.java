package dev.agenthost.context.semanticsearch.pdfbox;

import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessReadWriteBuffer;

/** A buffer that holds at most the unpacked limit, and is read only while the heap has room for its objects. */
final class BoundedBuffer extends RandomAccessReadWriteBuffer {
    private final DecompressionLimiter unpacked;

    BoundedBuffer(DecompressionLimiter unpacked) {
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

    @Override
    public int read() throws IOException {
        unpacked.read(1);
        return super.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        unpacked.read(length);
        return super.read(into, from, length);
    }
}
