package dev.agenthost.context.semanticsearch.knowledge;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores the documents of knowledge bases, with their bytes. */
public interface DocumentRepository {
    /** Maximum of documents of one knowledge base. */
    int MOST = 10_000;

    /** Starts to store bytes, piece by piece. Bytes without a document are deleted within hours. */
    Uni<UUID> begin(String workspaceId);

    /** @param index number of the piece, from 0 */
    Uni<Void> append(UUID contentId, int index, byte[] piece);

    Uni<Void> discard(UUID contentId);

    /** Stores the document; discards content that is not needed. */
    Uni<DocumentWriteOutcome> store(NewDocument document);

    Uni<Optional<Document>> find(String workspaceId, String kbId, String documentId);

    /** Reads a page in the order of the ids; empty if the knowledge base does not exist. */
    Uni<Optional<List<Document>>> page(String workspaceId, String kbId, @Nullable String after, int most);

    /** Deletes the document with its chunks; false if it does not exist. */
    Uni<Boolean> delete(String workspaceId, String kbId, String documentId);
}
