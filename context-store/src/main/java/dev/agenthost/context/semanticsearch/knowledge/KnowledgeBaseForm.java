package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A knowledge base in requests and responses. The id, the workspace and the version may be omitted.
 *
 * @param documentsWaiting number of documents that wait for indexing; in responses with one base, ignored in requests
 */
public record KnowledgeBaseForm(
        @Nullable String kbId,
        @Nullable String workspaceId,
        String name,
        @Nullable String description,
        @Nullable String embedding,
        @Nullable Integer chunkSize,
        @Nullable Integer chunkOverlap,
        @Nullable Integer version,
        @Nullable String embeddingModel,
        @Nullable Long documentsWaiting) {
    public KnowledgeBaseForm {
        Fields.text(name, "name");
    }

    /** Returns the described knowledge base in its first version, with defaults for omitted fields. */
    public KnowledgeBase base(String id, String workspace) {
        int size = Fields.or(chunkSize, ChunkSizes.DEFAULT.size());
        int overlap = Fields.or(chunkOverlap, Math.min(ChunkSizes.DEFAULT.overlap(), size / 2));
        return new KnowledgeBase(
                workspace,
                id,
                name,
                description,
                Fields.or(embedding, KnowledgeBase.IN_PROCESS),
                embeddingModel,
                new ChunkSizes(size, overlap),
                1);
    }

    public static KnowledgeBaseForm of(KnowledgeBase base) {
        return of(base, null);
    }

    public static KnowledgeBaseForm of(KnowledgeBase base, @Nullable Long documentsWaiting) {
        return new KnowledgeBaseForm(
                base.kbId(),
                base.workspaceId(),
                base.name(),
                base.description(),
                base.embedding(),
                base.chunks().size(),
                base.chunks().overlap(),
                base.version(),
                base.embeddingModel(),
                documentsWaiting);
    }
}
