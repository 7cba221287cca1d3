package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Claims documents that wait for vectors of workspaces' models. */
public interface ModelTaskRepository {
    /** @param modelId model of the claim's workspace */
    record Claimed(IndexingClaim claim, String workspaceId, String modelId) {}

    /** Claims a document of the workspace that waited longest for its turn; its model is on, is not paused and has no other claim. */
    Uni<Optional<Claimed>> claim();

    /** Marks documents as waiting whose vectors are not of their base's model: a replica of an older version may have indexed them. */
    Uni<Void> repair();

    /** Pauses a failing model, longer with each failure; not if its description changed since. */
    Uni<Void> pauseModel(EmbeddingModel model);

    /** Records that the model works. */
    Uni<Void> well(EmbeddingModel model);
}
