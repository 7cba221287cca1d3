package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The embedding models that run-orchestrator told of. */
public interface EmbeddingModelRepository {
    /**
     * What is told is kept where it is newer than what is known, and the documents of its bases wait where their vectors are others now.
     *
     * @param model what it tells of; null where the model is gone
     * @return the revision that counts
     */
    Uni<Long> tell(EmbeddingModelTelling telling, @Nullable EmbeddingModel model);

    /** One that is there, also one that is turned off. */
    Uni<Optional<EmbeddingModel>> find(String workspaceId, String modelId);

    /** Of each knowledge base that is there, in the order they are named in. */
    Uni<Map<String, OfBase>> ofBases(String workspaceId, List<String> kbIds);

    /** Keeps how many numbers a vector has, where nobody knew. @return what counts for every replica */
    Uni<Integer> learn(EmbeddingModel model, int dimensions);

    /** Whose vectors a knowledge base has. */
    sealed interface OfBase {
        /** The installation's. */
        record Usual() implements OfBase {}

        record Own(EmbeddingModel model) implements OfBase {}

        /** It names a model that is gone, or is turned off. */
        record Nobody() implements OfBase {}
    }
}
