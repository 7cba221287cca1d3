package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A collection of documents of a workspace.
 *
 * @param kbId its id in bindings and selectors
 * @param embedding source of its vectors if it names no model: {@value #IN_PROCESS}
 * @param embeddingModel a model of its workspace that makes its vectors; null for the installation's
 * @param version from 1, raised by each change
 */
public record KnowledgeBase(
        String workspaceId,
        String kbId,
        String name,
        @Nullable String description,
        String embedding,
        @Nullable String embeddingModel,
        ChunkSizes chunks,
        int version)
        implements VersionedItem<KnowledgeBase> {
    /** The model that this process holds itself. */
    public static final String IN_PROCESS = "in-process";

    public KnowledgeBase {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(kbId, "kb_id");
        Fields.text(name, "name");
        Fields.text(embedding, "embedding");
        Fields.required(chunks, "chunk_size");
    }

    /** Creates a knowledge base with the installation's model. */
    public KnowledgeBase(
            String workspaceId,
            String kbId,
            String name,
            @Nullable String description,
            String embedding,
            ChunkSizes chunks,
            int version) {
        this(workspaceId, kbId, name, description, embedding, null, chunks, version);
    }

    @Override
    public String id() {
        return kbId;
    }

    @Override
    public KnowledgeBase withVersion(int newVersion) {
        return new KnowledgeBase(workspaceId, kbId, name, description, embedding, embeddingModel, chunks, newVersion);
    }
}
