package dev.agenthost.context.knowledge.model;

import dev.agenthost.context.knowledge.index.Claim;
import dev.agenthost.context.knowledge.index.Embedder;
import dev.agenthost.context.knowledge.index.IndexWork;
import dev.agenthost.context.knowledge.index.Lane;
import dev.agenthost.context.knowledge.index.Task;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Documents of bases that name a model of their workspace. A model in trouble rests, and the others go on. */
public final class ModelLane implements Lane {
    private final ModelWork work;
    private final IndexWork documents;
    private final EmbeddingModels models;
    private final ModelEmbedders embedders;
    private final Mending mending;

    public ModelLane(
            ModelWork work, IndexWork documents, EmbeddingModels models, ModelEmbedders embedders, Mending mending) {
        this.work = work;
        this.documents = documents;
        this.models = models;
        this.embedders = embedders;
        this.mending = mending;
    }

    @Override
    public Uni<Void> begin() {
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Optional<Task>> next() {
        return mending.ifDue()
                .chain(work::claim)
                .chain(claimed -> claimed.isEmpty() ? Uni.createFrom().item(Optional.empty()) : task(claimed.get()));
    }

    /** What was deleted in this moment waits until it is there again. */
    private Uni<Optional<Task>> task(ModelWork.Claimed claimed) {
        return models.find(claimed.workspaceId(), claimed.modelId())
                .chain(found -> found.isEmpty()
                        ? documents.postpone(claimed.claim()).replaceWith(Optional.empty())
                        : Uni.createFrom()
                                .item(Optional.of(new OfModel(
                                        claimed.claim(),
                                        found.get(),
                                        embedders.ofDocuments(found.get()),
                                        work,
                                        documents))));
    }

    private record OfModel(Claim claim, EmbeddingModel model, Embedder embedder, ModelWork work, IndexWork documents)
            implements Task {
        @Override
        public Uni<Boolean> trouble() {
            return work.rest(model).chain(() -> documents.postpone(claim)).replaceWith(true);
        }

        @Override
        public Uni<Void> well() {
            return work.well(model);
        }
    }
}
