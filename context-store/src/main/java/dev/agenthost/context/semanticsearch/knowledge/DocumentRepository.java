package dev.agenthost.context.semanticsearch.knowledge;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The documents of knowledge bases, with their bytes. */
public interface DocumentRepository {
    /** The most of one knowledge base. */
    int MOST = 10_000;

    /** Bytes come, piece by piece. Those that become nobody's are forgotten within hours. */
    Uni<UUID> begin(String workspaceId);

    /** @param place of the piece, from 0 */
    Uni<Void> append(UUID contentId, int place, byte[] piece);

    Uni<Void> discard(UUID contentId);

    /** Content that is not needed is discarded. */
    Uni<DocumentWriteOutcome> keep(NewDocument document);

    Uni<Optional<Document>> find(String workspaceId, String kbId, String documentId);

    /** In the order of their ids; empty where there is no such knowledge base. */
    Uni<Optional<List<Document>>> page(String workspaceId, String kbId, @Nullable String after, int most);

    /** With its chunks; false where there is none. */
    Uni<Boolean> delete(String workspaceId, String kbId, String documentId);
}
