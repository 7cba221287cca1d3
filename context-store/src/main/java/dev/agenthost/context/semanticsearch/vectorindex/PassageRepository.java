package dev.agenthost.context.semanticsearch.vectorindex;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Reads the content of chunks. */
public interface PassageRepository {
    /**
     * A chunk with its content and metadata.
     *
     * @param metadata the document's
     * @param embeddedBy the model of the vector
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

    /** Reads the chunks that still exist, in any order. */
    Uni<List<Passage>> read(RetrievalScope scope, List<ChunkHit> hits);
}
