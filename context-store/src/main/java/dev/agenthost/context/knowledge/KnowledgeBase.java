package dev.agenthost.context.knowledge;

import dev.agenthost.context.knowledge.chunk.ChunkSizes;
import dev.agenthost.protocol.field.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A collection of documents of a workspace.
 *
 * @param kbId as bindings and selectors name it
 * @param embedding what makes its vectors: {@value #IN_PROCESS}
 * @param version from 1, raised by each change
 */
public record KnowledgeBase(
        String workspaceId,
        String kbId,
        String name,
        @Nullable String description,
        String embedding,
        ChunkSizes chunks,
        int version) {
    /** The model that this process holds itself. */
    public static final String IN_PROCESS = "in-process";

    public KnowledgeBase {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(kbId, "kb_id");
        Fields.text(name, "name");
        Fields.text(embedding, "embedding");
        Fields.required(chunks, "chunk_size");
    }
}
