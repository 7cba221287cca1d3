package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** What waits for vectors of models of workspaces. */
public interface ModelTaskRepository {
    /** @param modelId of the claim's workspace */
    record Claimed(IndexingClaim claim, String workspaceId, String modelId) {}

    /** Of the workspace whose turn was longest ago; of a model that is on, rests not and is at work on nothing else. */
    Uni<Optional<Claimed>> claim();

    /** What has other vectors than its base's model makes waits again: a replica of before may have indexed it. */
    Uni<Void> mend();

    /** The model is in trouble, and left alone for a while, the longer the more often; what was changed since is not. */
    Uni<Void> rest(EmbeddingModel model);

    /** The model does what it should. */
    Uni<Void> well(EmbeddingModel model);
}
