package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import dev.agenthost.context.semanticsearch.indexing.IndexingQueue;
import dev.agenthost.context.semanticsearch.indexing.IndexingTask;
import dev.agenthost.context.semanticsearch.indexing.IndexingTaskRepository;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Documents of bases that name a model of their workspace. A failing model is paused; the others are not. */
public final class WorkspaceModelQueue implements IndexingQueue {
    private final ModelTaskRepository work;
    private final IndexingTaskRepository documents;
    private final EmbeddingModelRepository models;
    private final ModelEmbedderRegistry embedders;
    private final StaleVectorRepair repair;

    public WorkspaceModelQueue(
            ModelTaskRepository work,
            IndexingTaskRepository documents,
            EmbeddingModelRepository models,
            ModelEmbedderRegistry embedders,
            StaleVectorRepair repair) {
        this.work = work;
        this.documents = documents;
        this.models = models;
        this.embedders = embedders;
        this.repair = repair;
    }

    @Override
    public Uni<Void> begin() {
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Optional<IndexingTask>> next() {
        return repair.runIfDue()
                .chain(work::claim)
                .chain(claimed -> claimed.isEmpty() ? Uni.createFrom().item(Optional.empty()) : task(claimed.get()));
    }

    /** Makes the task; a document whose model was just deleted waits until the model exists again. */
    private Uni<Optional<IndexingTask>> task(ModelTaskRepository.Claimed claimed) {
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

    private record OfModel(
            IndexingClaim claim,
            EmbeddingModel model,
            Embedder embedder,
            ModelTaskRepository work,
            IndexingTaskRepository documents)
            implements IndexingTask {
        @Override
        public Uni<Boolean> pause() {
            return work.pauseModel(model).chain(() -> documents.postpone(claim)).replaceWith(true);
        }

        @Override
        public Uni<Void> well() {
            return work.well(model);
        }
    }
}
