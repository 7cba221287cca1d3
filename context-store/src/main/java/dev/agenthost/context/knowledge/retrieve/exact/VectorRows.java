package dev.agenthost.context.knowledge.retrieve.exact;

import dev.agenthost.context.knowledge.retrieve.Scope;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;

/** Vectors as they are stored. */
public interface VectorRows {
    /** A document as it is found now. */
    record IndexedDocument(long document, long revision, int chunks) {}

    /** Those of that model. */
    Uni<List<IndexedDocument>> documents(Scope scope, String model);

    /** The vectors of each slice, one behind the other; a slice that is gone, or not whole any more, is left out. */
    Uni<Map<Slice, float[]>> vectors(List<Slice> slices, int dimensions);
}
