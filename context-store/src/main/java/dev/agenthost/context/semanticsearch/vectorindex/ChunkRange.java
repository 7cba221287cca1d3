package dev.agenthost.context.semanticsearch.vectorindex;

import java.util.ArrayList;
import java.util.List;

/**
 * Some neighbouring chunks of one revision of a document.
 *
 * @param low the first
 * @param high behind the last
 */
public record ChunkRange(long document, long revision, int low, int high) {
    static final int LARGEST = 1024;

    public int size() {
        return high - low;
    }

    /** Divides a document into slices, always in the same way. */
    public static List<ChunkRange> of(VectorRepository.IndexedDocument document) {
        List<ChunkRange> slices = new ArrayList<>();
        for (int low = 0; low < document.chunks(); low += LARGEST) {
            int high = Math.min(low + LARGEST, document.chunks());
            slices.add(new ChunkRange(document.document(), document.revision(), low, high));
        }
        return slices;
    }
}
