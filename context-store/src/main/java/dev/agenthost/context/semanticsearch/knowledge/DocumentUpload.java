package dev.agenthost.context.semanticsearch.knowledge;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;

/** Takes bytes in, piece by piece: no more than one piece is held. Blocks. */
public sealed interface DocumentUpload {
    /** Of one document, in bytes. */
    int MOST_BYTES = 20 * 1024 * 1024;

    int PIECE_BYTES = 256 * 1024;

    Duration PATIENCE = Duration.ofSeconds(20);

    record Taken(DocumentContent content) implements DocumentUpload {}

    record TooLarge() implements DocumentUpload {}

    record Empty() implements DocumentUpload {}

    /** @throws IOException where they stop coming; what came is discarded */
    static DocumentUpload take(InputStream bytes, String workspaceId, DocumentRepository documents) throws IOException {
        UUID content = documents.begin(workspaceId).await().atMost(PATIENCE);
        boolean taken = false;
        try {
            MessageDigest digest = sha256();
            long size = 0;
            int place = 0;
            for (byte[] piece = bytes.readNBytes(PIECE_BYTES);
                    piece.length > 0;
                    piece = bytes.readNBytes(PIECE_BYTES)) {
                size += piece.length;
                if (size > MOST_BYTES) {
                    return new TooLarge();
                }
                digest.update(piece);
                documents.append(content, place++, piece).await().atMost(PATIENCE);
            }
            if (size == 0) {
                return new Empty();
            }
            taken = true;
            return new Taken(new DocumentContent(content, size, HexFormat.of().formatHex(digest.digest())));
        } finally {
            if (!taken) {
                documents.discard(content).await().atMost(PATIENCE);
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
