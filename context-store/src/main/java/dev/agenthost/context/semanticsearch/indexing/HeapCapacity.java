package dev.agenthost.context.semanticsearch.indexing;

import java.util.function.LongSupplier;

/** Checks whether the heap has room for reading a document: at most three quarters of it may be in use. */
public final class HeapCapacity {
    private static final String SHORTAGE =
            "Reading the document needs more memory than this service has. Divide the document, or enlarge the service's heap.";

    private final LongSupplier used;
    private final long most;

    /**
     * @param used used bytes of the heap, including garbage
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

    /** Upper limit of the memory that must be free before a document is read, for any heap size. */
    long ofAll() {
        return most / 3;
    }

    /** Upper limit of one allocation: if there was room before it, the heap has enough. */
    public long ofOne() {
        return most / 12;
    }

    /** Thrown if the heap has no room for a document. */
    public static ExtractionOutcome shortage() {
        return new ExtractionOutcome.Unreadable(SHORTAGE);
    }
}
