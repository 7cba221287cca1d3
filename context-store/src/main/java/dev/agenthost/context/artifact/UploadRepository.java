package dev.agenthost.context.artifact;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores uploads until they are artifacts. An expired upload is not found. Every replica may continue any upload; of pieces that arrive
 * together at one offset one is stored.
 */
public interface UploadRepository {
    Uni<UploadStartOutcome> begin(NewUpload upload);

    /** Finds an upload that this uploader began. */
    Uni<Optional<Upload>> find(Uploader uploader, UUID uploadId);

    /** Appends bytes that are not the last ones. Small pieces are accepted for a while only. */
    Uni<UploadStep> append(Upload upload, long offset, byte[] bytes);

    /**
     * Appends the last bytes and creates the artifact.
     *
     * @param sha256 of all bytes, lower-case hexadecimal
     */
    Uni<UploadStep> finish(Upload upload, long offset, byte[] bytes, String sha256, String mimeType);

    /** Deletes the upload, and its bytes unless an artifact has them. Returns false if there was none. */
    Uni<Boolean> drop(Uploader uploader, UUID uploadId);

    /** Reads some of the stored bytes. */
    Uni<byte[]> bytes(Upload upload, ByteRange span);
}
