package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores the embedding models that run-orchestrator describes. */
public interface EmbeddingModelRepository {
    /**
     * Stores the description if it is newer than the stored one. The documents of the model's bases wait for indexing if their vectors
     * are others now.
     *
     * @param model the described model; null if it is deleted
     * @return the revision in effect
     */
    Uni<Long> describe(EmbeddingModelChange message, @Nullable EmbeddingModel model);

    /** Finds a model, also one that is turned off. */
    Uni<Optional<EmbeddingModel>> find(String workspaceId, String modelId);

    /** Returns the model of each knowledge base that exists, in the order of the ids. */
    Uni<Map<String, ModelSource>> ofBases(String workspaceId, List<String> kbIds);

    /**
     * Stores the length of the vectors if it is unknown.
     *
     * @return the length in effect for every replica
     */
    Uni<Integer> learn(EmbeddingModel model, int dimensions);

    /** The source of a knowledge base's vectors. */
    sealed interface ModelSource {
        /** The installation's model. */
        record Default() implements ModelSource {}

        record OfWorkspace(EmbeddingModel model) implements ModelSource {}

        /** The base names a model that is deleted or turned off. */
        record Unavailable() implements ModelSource {}
    }
}
