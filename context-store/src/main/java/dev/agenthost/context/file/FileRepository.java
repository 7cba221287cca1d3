package dev.agenthost.context.file;

import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where files are kept, until somebody deletes them. A workspace never holds more than its quota, whoever else writes at the same time.
 * A key of another workspace names nothing.
 */
public interface FileRepository {
    /** The same bytes under the same name and for the same purpose are the same file. */
    Uni<FileWrite> put(NewFile file);

    Uni<Optional<StoredFile>> find(String workspaceId, String fileKey);

    /** The newest first. @param after null for the first ones */
    Uni<List<StoredFile>> page(String workspaceId, @Nullable FilePosition after, int most);

    /** @return what was there */
    Uni<Optional<StoredFile>> delete(String workspaceId, String fileKey);

    /** Of those that are there, in the order in which they were named. */
    Uni<List<FileFacts>> facts(String workspaceId, List<String> fileKeys);

    /** Those bytes; fewer, where they were freed meanwhile. */
    Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span);
}
