package dev.agenthost.context.semanticsearch.vectorindex;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** What chunks say. */
public interface PassageRepository {
    /**
     * A chunk with all that is told of it.
     *
     * @param metadata the document's
     * @param embeddedBy the model whose vector it is
     */
    record Passage(
            ChunkHit hit,
            String kbId,
            String documentId,
            String filename,
            ObjectNode metadata,
            String heading,
            String content,
            String embeddedBy,
            float[] vector) {}

    /** Those that are still there, in any order. */
    Uni<List<Passage>> read(RetrievalScope scope, List<ChunkHit> hits);
}
