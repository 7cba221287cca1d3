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

    /** At most so many bytes from an offset, of as many as there are; empty beyond their end. */
    public static ByteRange of(long offset, long limit, long size) {
        long from = Math.min(offset, size);
        return new ByteRange(from, from + Math.min(limit, size - from));
    }

    public long length() {
        return to - from;
    }
}
