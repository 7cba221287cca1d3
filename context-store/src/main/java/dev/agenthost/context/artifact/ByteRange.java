package dev.agenthost.context.artifact;

/**
 * A part of some bytes.
 *
 * @param from the first
 * @param to after the last
 */
public record ByteRange(long from, long to) {
    public ByteRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("a range must not end before its start");
        }
    }

    /** Returns a range of at most so many bytes from an offset, within the size of the content; empty beyond its end. */
    public static ByteRange of(long offset, long limit, long size) {
        long from = Math.min(offset, size);
        return new ByteRange(from, from + Math.min(limit, size - from));
    }

    public long length() {
        return to - from;
    }
}
