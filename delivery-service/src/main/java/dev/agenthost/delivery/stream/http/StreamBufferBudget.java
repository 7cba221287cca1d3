package dev.agenthost.delivery.stream.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that wait for one reader, counted with those of all readers of this process. Thread-safe. */
final class StreamBufferBudget {
    /** Readers with at most this many bytes stay connected if all readers together exceed their limit. */
    static final long PROTECTED_BYTES = 64 * 1024;

    private final long limit;
    private final Total total;
    private long bytes;
    private boolean isClosed;

    /**
     * @param limit limit of this reader
     * @param total bytes and limit of all readers
     */
    StreamBufferBudget(long limit, Total total) {
        this.limit = limit;
        this.total = total;
    }

    /** The bytes that wait for all readers. */
    record Total(AtomicLong bytes, long limit) {
        Total(long limit) {
            this(new AtomicLong(), limit);
        }
    }

    /** Counts bytes that are about to wait; false if a limit is exceeded. */
    synchronized boolean reserve(long more) {
        if (isClosed) {
            return true;
        }
        boolean isProtected = bytes <= PROTECTED_BYTES;
        bytes += more;
        return (total.bytes().addAndGet(more) <= total.limit() || isProtected) && bytes <= limit;
    }

    synchronized void release(long less) {
        if (!isClosed) {
            bytes -= less;
            total.bytes().addAndGet(-less);
        }
    }

    /** Releases all bytes; later ones are not counted. */
    synchronized void end() {
        release(bytes);
        isClosed = true;
    }
}
