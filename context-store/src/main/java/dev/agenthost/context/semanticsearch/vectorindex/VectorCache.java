package dev.agenthost.context.semanticsearch.vectorindex;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Caches vectors up to a number of bytes; the least recently used are evicted first. The vectors of a revision never change, so no entry
 * becomes stale. Safe for several threads.
 */
public final class VectorCache {
    private final long mostBytes;
    private final LinkedHashMap<ChunkRange, float[]> used = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    public VectorCache(long mostBytes) {
        if (mostBytes < 0) {
            throw new IllegalArgumentException("agenthost.knowledge.cache-bytes must not be negative");
        }
        this.mostBytes = mostBytes;
    }

    synchronized float @Nullable [] get(ChunkRange slice) {
        return used.get(slice);
    }

    /** Returns true if the cache may hold so many bytes together. */
    boolean holds(long size) {
        return size <= mostBytes;
    }

    synchronized void put(ChunkRange slice, float[] vectors) {
        float[] before = used.put(slice, vectors);
        bytes += bytes(vectors) - (before == null ? 0 : bytes(before));
        var oldest = used.entrySet().iterator();
        while (bytes > mostBytes && oldest.hasNext()) {
            Map.Entry<ChunkRange, float[]> evicted = oldest.next();
            bytes -= bytes(evicted.getValue());
            oldest.remove();
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    private static long bytes(float[] vectors) {
        return (long) vectors.length * Float.BYTES;
    }
}
