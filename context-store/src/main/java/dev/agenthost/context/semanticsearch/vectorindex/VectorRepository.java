package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;

/** Reads stored vectors. */
public interface VectorRepository {
    /** An indexed document in its current revision. */
    record IndexedDocument(long document, long revision, int chunks) {}

    /** Returns the documents with vectors of that model. */
    Uni<List<IndexedDocument>> documents(RetrievalScope scope, String model);

    /** Reads the vectors of each slice, concatenated; omits slices that are deleted or incomplete. */
    Uni<Map<ChunkRange, float[]>> vectors(List<ChunkRange> slices, int dimensions);
}
