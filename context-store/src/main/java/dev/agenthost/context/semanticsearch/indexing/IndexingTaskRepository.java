package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claims the documents that wait for indexing. A write is refused once another replica has the claim, or the document has changed. */
public interface IndexingTaskRepository {
    /**
     * Chooses the model of all vectors: documents with other vectors, or that could not be indexed, wait for indexing again. Until then
     * the words of a document are found.
     */
    Uni<Void> choose(String model);

    /**
     * Claims, for this replica alone, the document that waits longest in the workspace that waited longest for its turn. None if another
     * model was chosen since.
     */
    Uni<Optional<IndexingClaim>> claim(String model);

    Uni<byte[]> bytes(IndexingClaim claim);

    /** Returns the document's existing vectors of that model, by the hash of the embedded text. */
    Uni<Map<String, float[]>> known(IndexingClaim claim, String model, List<String> hashes);

    /** Extends the claim. */
    Uni<Boolean> extend(IndexingClaim claim);

    /**
     * Releases the claim if another workspace waits for its turn.
     *
     * @return false if none waits, and this claim continues
     */
    Uni<Boolean> yieldTurn(IndexingClaim claim);

    /** Stores chunks, which are not found yet, and extends the claim. */
    Uni<Boolean> store(IndexingClaim claim, String model, List<IndexedChunk> chunks);

    /** Makes these chunks of the document searchable, and no earlier ones. */
    Uni<Boolean> done(IndexingClaim claim, String model, int chunks);

    /** Records that the document cannot be read. */
    Uni<Boolean> failed(IndexingClaim claim, String reason);

    /** Releases the claim because the embedder fails for now, which is not the document's fault; it is due later, for any replica. */
    Uni<Void> postpone(IndexingClaim claim);

    /** Releases the claim after another error; it is due later, for any replica. */
    Uni<Void> release(IndexingClaim claim);
}
