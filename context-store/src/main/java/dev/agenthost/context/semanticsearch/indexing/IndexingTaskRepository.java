package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What waits to be indexed. Whatever a claim writes is refused once it is somebody else's, or its document is another one. */
public interface IndexingTaskRepository {
    /**
     * From now on vectors are of this model: what has others, or could not be indexed, waits to be indexed again. Until then it is found
     * by its words.
     */
    Uni<Void> choose(String model);

    /**
     * The document that waits longest of the workspace whose turn was longest ago, for this replica alone. None where another model was
     * chosen since.
     */
    Uni<Optional<IndexingClaim>> claim(String model);

    Uni<byte[]> bytes(IndexingClaim claim);

    /** Vectors of that model that this document has already, by the hash of what they are made of. */
    Uni<Map<String, float[]>> known(IndexingClaim claim, String model, List<String> hashes);

    /** Keeps the claim for another while. */
    Uni<Boolean> hold(IndexingClaim claim);

    /** Lets another workspace have its turn. @return false where none waits, and this one goes on */
    Uni<Boolean> giveWay(IndexingClaim claim);

    /** Keeps chunks, which nobody finds yet, and the claim for another while. */
    Uni<Boolean> keep(IndexingClaim claim, String model, List<IndexedChunk> chunks);

    /** From now on these chunks are found, and no earlier ones. */
    Uni<Boolean> done(IndexingClaim claim, String model, int chunks);

    /** The document cannot be read. */
    Uni<Boolean> failed(IndexingClaim claim, String reason);

    /** Whoever makes vectors cannot just now, which is not the document's fault: later, or by another replica. */
    Uni<Void> postpone(IndexingClaim claim);

    /** Something else went wrong: later, or by another replica. */
    Uni<Void> giveBack(IndexingClaim claim);
}
