package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;

/** Vectors as they are stored. */
public interface VectorRepository {
    /** A document as it is found now. */
    record IndexedDocument(long document, long revision, int chunks) {}

    /** Those of that model. */
    Uni<List<IndexedDocument>> documents(RetrievalScope scope, String model);

    /** The vectors of each slice, one behind the other; a slice that is gone, or not whole any more, is left out. */
    Uni<Map<ChunkRange, float[]>> vectors(List<ChunkRange> slices, int dimensions);
}
