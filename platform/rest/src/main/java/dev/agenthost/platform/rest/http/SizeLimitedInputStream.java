package dev.agenthost.platform.rest.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** A body that throws once the read bytes exceed the limit, and {@link IncompleteBodyException} if its end does not arrive. */
final class SizeLimitedInputStream extends FilterInputStream {

    private final Supplier<? extends RuntimeException> tooLarge;
    private long left;

    SizeLimitedInputStream(InputStream body, long limit, Supplier<? extends RuntimeException> tooLarge) {
        super(body);
        this.left = limit;
        this.tooLarge = tooLarge;
    }

    @Override
    public int read() throws IOException {
        int read = finished(super::read);
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = finished(() -> super.read(into, offset, length));
        count(read);
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        count(skipped);
        return skipped;
    }

    private interface Read {
        int read() throws IOException;
    }

    private static int finished(Read read) {
        try {
            return read.read();
        } catch (IOException broken) {
            throw new IncompleteBodyException(broken);
        }
    }

    private void count(long read) {
        left -= Math.max(0, read);
        if (left < 0) {
            throw tooLarge.get();
        }
    }
}
