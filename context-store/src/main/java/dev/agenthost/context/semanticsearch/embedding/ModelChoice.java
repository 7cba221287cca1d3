package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.protocol.error.InvalidFieldException;
import io.smallrye.mutiny.Uni;

/** Which models a knowledge base may name: embedding models of its workspace that are turned on, and whose key may be used there. */
public final class ModelChoice {
    private static final String FIELD = "embedding_model";

    private final EmbeddingModelRepository models;
    private final ModelEmbedderRegistry embedders;

    public ModelChoice(EmbeddingModelRepository models, ModelEmbedderRegistry embedders) {
        this.models = models;
        this.embedders = embedders;
    }

    /** The same base; fails with {@link InvalidFieldException} where it names what it may not. */
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
