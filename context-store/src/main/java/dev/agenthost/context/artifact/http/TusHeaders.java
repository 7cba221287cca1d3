package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.UploadRequest;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the headers of tus 1.0.0; each breach names its header. */
final class TusHeaders {
    static final String VERSION = "1.0.0";
    static final String BYTES = "application/offset+octet-stream";

    /** Limit of {@code Upload-Metadata}; fits through most proxies, which accept 8 KiB for a line. */
    private static final int LONGEST = 7 * 1024;

    private TusHeaders() {}

    /** Refuses every other version of tus; the error names the supported one. */
    static void requireVersion(@Nullable String version) {
        if (!VERSION.equals(version)) {
            throw new ProblemException(
                    Problem.of(
                            FailureCode.PRECONDITION_FAILED, "Tus-Resumable must be " + VERSION + ".", "Tus-Resumable"),
                    null);
        }
    }

    static UploadRequest request(@Nullable String length, @Nullable String deferred, @Nullable String metadata) {
        if (deferred != null) {
            throw invalid("Upload-Defer-Length", "is not supported: send Upload-Length");
        }
        return new UploadRequest(length, metadata == null ? Map.of() : metadata(metadata));
    }

    static long offset(@Nullable String offset) {
        if (offset == null || !offset.matches("\\d{1,18}")) {
            throw invalid("Upload-Offset", "must be the number of stored bytes");
        }
        return Long.parseLong(offset);
    }

    /** Parses an id; an invalid one is answered like an unknown one. */
    static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException noId) {
            throw notFound();
        }
    }

    /** The error is the same for an upload that never existed, has expired, or belongs to another uploader. */
    static ProblemException notFound() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such upload.");
    }

    static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }

    private static Map<String, String> metadata(String header) {
        if (header.length() > LONGEST) {
            throw invalid("Upload-Metadata", "is too long");
        }
        Map<String, String> pairs = new HashMap<>();
        for (String pair : header.split(",", -1)) {
            String[] parts = pair.strip().split(" +", 2);
            if (parts[0].isEmpty() || pairs.put(parts[0], parts.length == 1 ? "" : text(parts[1])) != null) {
                throw invalid("Upload-Metadata", "must be pairs of a name and its value in base64, each name once");
            }
        }
        return pairs;
    }

    private static String text(String base64) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64.strip())))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw invalid("Upload-Metadata", "must be pairs of a name and its value in base64 of UTF-8");
        }
    }
}
