package dev.agenthost.context.file.http;

import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.file.FileRepository;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Multi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response with a file's bytes, or none. A browser saves the bytes, trusts the declared type, and executes nothing of them. */
record FileDownload(int status, Map<String, List<String>> headers, Multi<byte[]> body) {
    /** Bytes of one query to the store; a download holds this piece and the one that is being sent. */
    private static final int PIECE = 256 * 1024;

    /** @param known ETags of the request's {@code If-None-Match}; null if absent */
    static FileDownload of(FileRepository store, String workspaceId, StoredFile file, @Nullable String known) {
        String etag = EntityTag.ofContent(file.sha256());
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("ETag", List.of(etag));
        headers.put("Cache-Control", List.of("private, no-cache"));
        if (EntityTag.isListed(known, etag)) {
            return new FileDownload(304, headers, Multi.createFrom().empty());
        }
        headers.put("X-Content-Type-Options", List.of("nosniff"));
        headers.put("Content-Security-Policy", List.of("sandbox"));
        headers.put("Content-Type", List.of(file.mimeType()));
        headers.put(
                "Content-Disposition", List.of("attachment; filename*=UTF-8''" + PercentEncoding.encode(file.name())));
        return new FileDownload(200, headers, pieces(store, workspaceId, file));
    }

    private static Multi<byte[]> pieces(FileRepository store, String workspaceId, StoredFile file) {
        long size = file.sizeBytes();
        int pieces = Math.toIntExact((size + PIECE - 1) / PIECE);
        return Multi.createFrom().range(0, pieces).onItem().transformToUniAndConcatenate(number -> {
            long from = (long) number * PIECE;
            ByteRange piece = new ByteRange(from, Math.min(from + PIECE, size));
            return store.bytes(workspaceId, file.sha256(), piece).invoke(bytes -> {
                if (bytes.length != piece.length()) {
                    throw new IllegalStateException("the file was deleted while it was being read");
                }
            });
        });
    }
}
