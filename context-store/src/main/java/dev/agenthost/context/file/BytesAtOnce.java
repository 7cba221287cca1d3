package dev.agenthost.context.file;

/** How many bytes of files a replica holds at once, for all who ask for whole ones. */
public final class BytesAtOnce {
    private final long most;
    private long held;

    public BytesAtOnce(long most) {
        if (most < 1) {
            throw new IllegalArgumentException("there is room for a byte at least");
        }
        this.most = most;
    }

    /** Where nothing is held, there is room for any one. @return whether there is room; whoever has it frees it */
    public synchronized boolean take(long bytes) {
        if (held > 0 && bytes > most - held) {
            return false;
        }
        held += bytes;
        return true;
    }

    public synchronized void free(long bytes) {
        held -= bytes;
    }
}
