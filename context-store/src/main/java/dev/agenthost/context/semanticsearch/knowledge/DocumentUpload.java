package dev.agenthost.context.semanticsearch.knowledge;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;

/** Receives the bytes of a document, with at most one piece in memory. Blocks. */
public sealed interface DocumentUpload {
    /** Maximum of bytes of one document. */
    int MOST_BYTES = 20 * 1024 * 1024;

    int PIECE_BYTES = 256 * 1024;

    Duration TIMEOUT = Duration.ofSeconds(20);

    record Received(DocumentContent content) implements DocumentUpload {}

    record TooLarge() implements DocumentUpload {}

    record Empty() implements DocumentUpload {}

    /** @throws IOException if the body is interrupted; received bytes are discarded */
    static DocumentUpload read(InputStream bytes, String workspaceId, DocumentRepository documents) throws IOException {
        UUID content = documents.begin(workspaceId).await().atMost(TIMEOUT);
        boolean complete = false;
        try {
            MessageDigest digest = sha256();
            long size = 0;
            int index = 0;
            for (byte[] piece = bytes.readNBytes(PIECE_BYTES);
                    piece.length > 0;
                    piece = bytes.readNBytes(PIECE_BYTES)) {
                size += piece.length;
                if (size > MOST_BYTES) {
                    return new TooLarge();
                }
                digest.update(piece);
                documents.append(content, index++, piece).await().atMost(TIMEOUT);
            }
            if (size == 0) {
                return new Empty();
            }
            complete = true;
            return new Received(
                    new DocumentContent(content, size, HexFormat.of().formatHex(digest.digest())));
        } finally {
            if (!complete) {
                documents.discard(content).await().atMost(TIMEOUT);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
