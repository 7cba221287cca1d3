package dev.agenthost.context.semanticsearch.indexing;

import java.util.function.LongSupplier;

/** Judges whether the heap has room for what a document takes while it is read: three fourths of it are in use at most. */
public final class HeapCapacity {
    private static final String SHORTAGE =
            "It takes more memory to read than this service has. Divide it, or have the service's heap enlarged.";

    private final LongSupplier used;
    private final long most;

    /**
     * @param used bytes of the heap, those of garbage among them
     * @param heap its bytes
     */
    public HeapCapacity(LongSupplier used, long heap) {
        this.used = used;
        this.most = heap / 4 * 3;
    }

    /** The heap of this process. */
    public static HeapCapacity ofThisProcess() {
        Runtime process = Runtime.getRuntime();
        return new HeapCapacity(() -> process.totalMemory() - process.freeMemory(), process.maxMemory());
    }

    /** Returns whether so many bytes fit. The heap is collected before the answer is no. */
    public boolean has(long bytes) {
        if (used.getAsLong() + bytes <= most) {
            return true;
        }
        System.gc();
        return used.getAsLong() + bytes <= most;
    }

    /** The most that is expected to be free before a document is read, in a heap of any size. */
    long ofAll() {
        return most / 3;
    }

    /** The most that one allocation takes: where there was room before it, the heap bears it. */
    public long ofOne() {
        return most / 12;
    }

    /** A document for which there is no room. */
    public static ExtractionOutcome shortage() {
        return new ExtractionOutcome.Unreadable(SHORTAGE);
    }
}
