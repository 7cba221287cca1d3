package dev.agenthost.context.file;

import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores files until they are deleted. A workspace never exceeds its quota, also under concurrent writes. A key of another workspace is
 * unknown.
 */
public interface FileRepository {
    /** Stores a file. The same bytes under the same name and for the same purpose are the same file. */
    Uni<FileWrite> put(NewFile file);

    Uni<Optional<StoredFile>> find(String workspaceId, String fileKey);

    /**
     * Reads a page, newest first.
     *
     * @param after null for the first page
     */
    Uni<List<StoredFile>> page(String workspaceId, @Nullable FilePosition after, int most);

    /**
     * Deletes a file.
     *
     * @return the deleted file
     */
    Uni<Optional<StoredFile>> delete(String workspaceId, String fileKey);

    /** Reads the facts of the files that exist, in the order of the keys. */
    Uni<List<FileFacts>> facts(String workspaceId, List<String> fileKeys);

    /** Reads these bytes; fewer if they were freed meanwhile. */
    Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span);
}
