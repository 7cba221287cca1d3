package dev.agenthost.context.knowledge.retrieve.exact;

import java.util.ArrayList;
import java.util.List;

/**
 * Some neighbouring chunks of one revision of a document.
 *
 * @param low the first
 * @param high behind the last
 */
public record Slice(long document, long revision, int low, int high) {
    static final int LARGEST = 1024;

    public int size() {
        return high - low;
    }

    /** A document in slices; always the same ones. */
    public static List<Slice> of(VectorRows.IndexedDocument document) {
        List<Slice> slices = new ArrayList<>();
        for (int low = 0; low < document.chunks(); low += LARGEST) {
            int high = Math.min(low + LARGEST, document.chunks());
            slices.add(new Slice(document.document(), document.revision(), low, high));
        }
        return slices;
    }
}
