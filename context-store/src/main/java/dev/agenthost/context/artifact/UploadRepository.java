package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/**
 * Where uploads are kept until they are artifacts. What has expired is not there. Every replica may go on with any of them; of parts
 * that come at once for one place one is kept.
 */
public interface UploadRepository {
    Uni<UploadStartOutcome> begin(NewUpload upload);

    /** One that this uploader began. */
    Uni<Optional<Upload>> find(Uploader uploader, UUID uploadId);

    /** Bytes behind those that are there, and not the last ones. Small pieces are taken for a while only. */
    Uni<UploadStep> append(Upload upload, long offset, byte[] bytes);

    /**
     * The last bytes, and with them the artifact.
     *
     * @param sha256 of all of them, lower-case hexadecimal
     */
    Uni<UploadStep> finish(Upload upload, long offset, byte[] bytes, String sha256, String mimeType);

    /** With the bytes, unless an artifact has them. Answers whether there was one. */
    Uni<Boolean> drop(Uploader uploader, UUID uploadId);

    /** Some of the bytes that are there. */
    Uni<byte[]> bytes(Upload upload, ByteRange span);
}
