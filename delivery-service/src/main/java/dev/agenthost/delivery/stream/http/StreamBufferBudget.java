package dev.agenthost.delivery.stream.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that wait for one reader, counted with those of all readers of this process. On any thread. */
final class StreamBufferBudget {
    /** Where all hold too much together, whoever held no more than this before is spared: it is not he who does not read. */
    static final long SPARED = 64 * 1024;

    private final long most;
    private final Together together;
    private long bytes;
    private boolean isOver;

    /**
     * @param most of this reader
     * @param together of all
     */
    StreamBufferBudget(long most, Together together) {
        this.most = most;
        this.together = together;
    }

    /** What all readers hold. */
    record Together(AtomicLong bytes, long most) {
        Together(long most) {
            this(new AtomicLong(), most);
        }
    }

    /** Counts what is about to wait; false when that is too much. */
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

    /** Nothing waits any more, nor will. */
    synchronized void end() {
        give(bytes);
        isOver = true;
    }
}
