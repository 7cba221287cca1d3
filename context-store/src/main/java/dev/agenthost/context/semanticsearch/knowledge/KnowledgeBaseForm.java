package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A knowledge base as people write and read it. The id, the workspace and the version may be left out.
 *
 * @param documentsWaiting to be indexed; shown of one base, and what is written of it does not count
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

    /** The knowledge base that it describes, in its first version; what it leaves out has its default. */
    public KnowledgeBase base(String id, String workspace) {
        int size = Fields.or(chunkSize, ChunkSizes.USUAL.size());
        int overlap = Fields.or(chunkOverlap, Math.min(ChunkSizes.USUAL.overlap(), size / 2));
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
