package dev.agenthost.context.artifact;

import dev.agenthost.context.common.MemoryCapacity;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives the bytes of uploads in pieces. It holds at most one piece of each upload, and receives at most {@code atOnce} uploads at a
 * time, half of them of one workspace ({@link MemoryCapacity}). A piece is stored before the next is read, so that the database sets the
 * pace of the client; a client that needs more than a minute for a piece must continue in another request. Blocks.
 */
public final class UploadReceiver {
    /** Most bytes of one upload in memory. */
    public static final int PIECE_BYTES = 1024 * 1024;

    /** Bytes that a media type is detected from. */
    private static final int HEAD_BYTES = 64 * 1024;

    private static final Duration PIECE_TIMEOUT = Duration.ofSeconds(60);

    /** Time limit of one piece, checked when bytes arrive. */
    private static final long PIECE_NANOS = Duration.ofSeconds(60).toNanos();

    private final UploadRepository uploads;
    private final ContentTypes types;
    private final MemoryCapacity room;
    private final LongSupplier nanos;

    /** @param atOnce most uploads at one time */
    public UploadReceiver(UploadRepository uploads, ContentTypes types, int atOnce) {
        this(uploads, types, atOnce, System::nanoTime);
    }

    /** @param nanos this process's monotonic clock */
    public UploadReceiver(UploadRepository uploads, ContentTypes types, int atOnce, LongSupplier nanos) {
        this.uploads = uploads;
        this.types = types;
        this.room = new MemoryCapacity(atOnce, Math.max(1, atOnce / 2));
        this.nanos = nanos;
    }

    /** Reserves capacity for an upload of the workspace, until {@link #leave}. False if there is none. */
    public boolean enter(String workspaceId) {
        return room.take(workspaceId, 1);
    }

    public void leave(String workspaceId) {
        room.free(workspaceId, 1);
    }

    /**
     * Stores the bytes that the client sends from the offset on. Bytes before an interruption stay stored.
     *
     * @throws IOException if the connection ends before the bytes do
     */
    public UploadStep receive(Uploader uploader, Upload upload, long offset, InputStream body) throws IOException {
        if (offset != upload.received() || upload.finished()) {
            return new UploadStep.OffsetMismatch();
        }
        MessageDigest digest = sha256();
        boolean digested = offset == 0;
        long at = offset;
        while (true) {
            int room = (int) Math.min(PIECE_BYTES - at % PIECE_BYTES, upload.size() - at);
            Piece piece = Piece.read(body, room, nanos);
            if (at + piece.bytes().length == upload.size()) {
                if (piece.cut() == null && body.read() >= 0) {
                    return new UploadStep.LengthExceeded();
                }
                return finish(uploader, upload, at, piece.bytes(), digested ? digest : digestOf(upload, at));
            }
            if (piece.bytes().length > 0) {
                UploadStep step = await(uploads.append(upload, at, piece.bytes()));
                if (!(step instanceof UploadStep.At)) {
                    return step;
                }
                digest.update(piece.bytes());
                at += piece.bytes().length;
            }
            if (piece.cut() != null) {
                throw piece.cut();
            }
            if (piece.bytes().length < room) {
                return new UploadStep.At(at);
            }
        }
    }

    /** The bytes that arrived, and the error that interrupted them. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Piece(byte[] bytes, @Nullable IOException cut) {
        static Piece read(InputStream body, int most, LongSupplier nanos) {
            byte[] bytes = new byte[most];
            int length = 0;
            long began = nanos.getAsLong();
            try {
                while (length < most) {
                    if (nanos.getAsLong() - began > PIECE_NANOS) {
                        throw new IOException("a piece takes too long");
                    }
                    int read = body.read(bytes, length, most - length);
                    if (read < 0) {
                        break;
                    }
                    length += read;
                }
                return new Piece(length == most ? bytes : Arrays.copyOf(bytes, length), null);
            } catch (IOException cut) {
                return new Piece(Arrays.copyOf(bytes, length), cut);
            }
        }
    }

    private UploadStep finish(Uploader uploader, Upload upload, long at, byte[] last, MessageDigest digest) {
        digest.update(last);
        String sha256 = HexFormat.of().formatHex(digest.digest());
        UploadStep step = validated(upload, at, last, sha256);
        switch (step) {
            case UploadStep.Invalid invalid -> drop(uploader, upload);
            case UploadStep.Fenced fenced -> drop(uploader, upload);
            case UploadStep.IdConflict received -> drop(uploader, upload);
            case UploadStep.At continues -> {}
            case UploadStep.Finished done -> {}
            case UploadStep.OffsetMismatch offsetMismatch -> {}
            case UploadStep.TooSmall tooSmall -> {}
            case UploadStep.LengthExceeded lengthExceeded -> {}
        }
        return step;
    }

    private UploadStep validated(Upload upload, long at, byte[] last, String sha256) {
        if (upload.sha256() != null && !upload.sha256().equals(sha256)) {
            return new UploadStep.Invalid(FailureCode.DIGEST_MISMATCH, "sha256", "is not that of the content");
        }
        return switch (types.check(head(upload, at, last), upload.name(), upload.declared())) {
            case MimeTypeValidation.NoType() ->
                new UploadStep.Invalid(FailureCode.INVALID_ARGUMENT, "mime_type", "must be a media type");
            case MimeTypeValidation.Mismatch(String found) ->
                new UploadStep.Invalid(
                        FailureCode.UNSUPPORTED_MEDIA_TYPE,
                        "mime_type",
                        "is not that of the content, which is " + found);
            case MimeTypeValidation.Accepted(String mimeType) ->
                await(uploads.finish(upload, at, last, sha256, mimeType));
        };
    }

    private byte[] head(Upload upload, long at, byte[] last) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(await(uploads.bytes(upload, new ByteRange(0, Math.min(at, HEAD_BYTES)))));
        head.write(last, 0, Math.min(last.length, HEAD_BYTES - head.size()));
        return head.toByteArray();
    }

    /** Reads the bytes that earlier requests stored, perhaps on other replicas, again, one piece at a time. */
    private MessageDigest digestOf(Upload upload, long size) {
        MessageDigest digest = sha256();
        for (long from = 0; from < size; from += PIECE_BYTES) {
            digest.update(await(uploads.bytes(upload, new ByteRange(from, Math.min(from + PIECE_BYTES, size)))));
        }
        return digest;
    }

    private void drop(Uploader uploader, Upload upload) {
        await(uploads.drop(uploader, upload.uploadId()));
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PIECE_TIMEOUT);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
