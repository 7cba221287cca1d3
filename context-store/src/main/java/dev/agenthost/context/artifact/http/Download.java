package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response with the bytes of an artifact, a part of them, or none. A browser saves the bytes, trusts the declared type, and executes
 * nothing of them.
 */
record Download(int status, Map<String, List<String>> headers, Multi<byte[]> body) {
    /** Bytes of one query to the store; a download holds this piece and the one that is being sent. */
    private static final int PIECE = 1024 * 1024;

    /**
     * Builds the response that the conditions of a request ask for.
     *
     * @param workspaceId the workspace of the artifact
     */
    static Download of(ArtifactRepository store, String workspaceId, ArtifactMetadata artifact, Conditions conditions) {
        String sha256 = Objects.requireNonNull(artifact.sha256());
        long size = Objects.requireNonNull(artifact.sizeBytes());
        String etag = EntityTag.ofContent(sha256);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        put(headers, "ETag", etag);
        put(headers, "Cache-Control", "private, no-cache");
        if (conditions.matches(etag)) {
            return new Download(304, headers, Multi.createFrom().empty());
        }
        put(headers, "Accept-Ranges", "bytes");
        put(headers, "X-Content-Type-Options", "nosniff");
        put(headers, "Content-Security-Policy", "sandbox");
        return switch (RangeHeader.of(conditions.range(etag), size)) {
            case RangeHeader.Unsatisfiable() -> {
                put(headers, "Content-Range", "bytes */" + size);
                put(headers, "Content-Type", Problem.MEDIA_TYPE);
                Problem problem = Problem.withStatus(
                        416, FailureCode.INVALID_ARGUMENT, "The artifact has " + size + " bytes.", "Range");
                yield new Download(416, headers, Multi.createFrom().item(ProtocolCodec.encode(problem)));
            }
            case RangeHeader.All() -> {
                about(headers, artifact);
                yield new Download(200, headers, pieces(store, workspaceId, sha256, new ByteRange(0, size)));
            }
            case RangeHeader.Part(ByteRange span) -> {
                about(headers, artifact);
                put(headers, "Content-Range", "bytes " + span.from() + "-" + (span.to() - 1) + "/" + size);
                yield new Download(206, headers, pieces(store, workspaceId, sha256, span));
            }
        };
    }

    /** @param range and the others as in the request; null if absent */
    record Conditions(
            @Nullable String range,
            @Nullable String ifRange,
            @Nullable String ifNoneMatch) {
        boolean matches(String etag) {
            return EntityTag.isListed(ifNoneMatch, etag);
        }

        /** Returns the range to serve; null for all bytes, if the content has changed. */
        @Nullable
        String range(String etag) {
            return ifRange == null || ifRange.strip().equals(etag) ? range : null;
        }
    }

    private static void about(Map<String, List<String>> headers, ArtifactMetadata artifact) {
        put(headers, "Content-Type", Objects.requireNonNull(artifact.mimeType()));
        put(headers, "Content-Disposition", Disposition.attachment(artifact.name()));
    }

    private static void put(Map<String, List<String>> headers, String name, String value) {
        headers.put(name, List.of(value));
    }

    private static Multi<byte[]> pieces(ArtifactRepository store, String workspaceId, String sha256, ByteRange span) {
        int pieces = Math.toIntExact((span.length() + PIECE - 1) / PIECE);
        return Multi.createFrom().range(0, pieces).onItem().transformToUniAndConcatenate(number -> {
            long from = span.from() + (long) number * PIECE;
            ByteRange piece = new ByteRange(from, Math.min(from + PIECE, span.to()));
            return store.bytes(workspaceId, sha256, piece).invoke(bytes -> {
                if (bytes.length != piece.length()) {
                    throw new IllegalStateException("the artifact expired while it was being read");
                }
            });
        });
    }
}
