package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.protocol.error.InvalidFieldException;
import io.smallrye.mutiny.Uni;

/**
 * Checks the model that a knowledge base names: an embedding model of its workspace that is turned on, and whose key the workspace may
 * use.
 */
public final class ModelChoice {
    private static final String FIELD = "embedding_model";

    private final EmbeddingModelRepository models;
    private final ModelEmbedderRegistry embedders;

    public ModelChoice(EmbeddingModelRepository models, ModelEmbedderRegistry embedders) {
        this.models = models;
        this.embedders = embedders;
    }

    /** Returns the same base; fails with {@link InvalidFieldException} if it names a model that it may not use. */
    public Uni<KnowledgeBase> checked(KnowledgeBase base) {
        String named = base.embeddingModel();
        if (named == null) {
            return Uni.createFrom().item(base);
        }
        return models.find(base.workspaceId(), named).map(found -> {
            EmbeddingModel model = found.orElseThrow(() -> new InvalidFieldException(
                    FIELD, "is no embedding model of this workspace, or was written a moment ago"));
            if (!model.enabled()) {
                throw new InvalidFieldException(FIELD, "is turned off");
            }
            if (!embedders.hasKey(model)) {
                throw new InvalidFieldException(FIELD, "names a secret that is not configured for this workspace");
            }
            return base;
        });
    }
}
