package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;

/**
 * Sizes of chunks, in UTF-16 units.
 *
 * @param size at most, 100 to 8000
 * @param overlap of two neighbours at most; no more than half the size
 */
public record ChunkSizes(int size, int overlap) {
    /** About as much as the built-in model reads at once. */
    public static final ChunkSizes DEFAULT = new ChunkSizes(1_000, 150);

    private static final int SMALLEST = 100;
    private static final int LARGEST = 8_000;

    public ChunkSizes {
        Fields.within(size, SMALLEST, LARGEST, "chunk_size");
        if (overlap < 0 || overlap > size / 2) {
            throw new InvalidFieldException("chunk_overlap", "is not within 0 and half the chunk_size");
        }
    }
}
