package dev.agenthost.delivery.stream.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that wait for one reader, counted with those of all readers of this process. Thread-safe. */
final class StreamBufferBudget {
    /**
     * Most bytes of a reader that is spared when all readers together exceed their limit, because it is not the one
     * that does not read.
     */
    static final long SPARED = 64 * 1024;

    private final long most;
    private final Together together;
    private long bytes;
    private boolean isOver;

    /**
     * @param most limit of this reader
     * @param together bytes and limit of all readers
     */
    StreamBufferBudget(long most, Together together) {
        this.most = most;
        this.together = together;
    }

    /** The bytes that wait for all readers. */
    record Together(AtomicLong bytes, long most) {
        Together(long most) {
            this(new AtomicLong(), most);
        }
    }

    /** Counts bytes that are about to wait; false if a limit is exceeded. */
    synchronized boolean take(long more) {
        if (isOver) {
            return true;
        }
        boolean isSpared = bytes <= SPARED;
        bytes += more;
        return (together.bytes().addAndGet(more) <= together.most() || isSpared) && bytes <= most;
    }

    synchronized void give(long less) {
        if (!isOver) {
            bytes -= less;
            together.bytes().addAndGet(-less);
        }
    }

    /** Releases all bytes; later ones are not counted. */
    synchronized void end() {
        give(bytes);
        isOver = true;
    }
}
