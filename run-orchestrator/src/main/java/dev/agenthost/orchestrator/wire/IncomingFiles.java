package dev.agenthost.orchestrator.wire;

import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stores the files that arrive in chunks over one connection, in memory until the host collects them. Thread-safe. Times are of one
 * monotonic clock, in nanoseconds.
 *
 * <pre>
 *   nothing ──piece 0──▶ open ──the next piece, …──▶ whole ──collected──▶ nothing
 *      ▲                  │ piece 0: begins anew       │
 *      └──any other piece, too large, forgotten────────┘
 * </pre>
 */
public final class IncomingFiles {
    /**
     * The limits of the files.
     *
     * @param files the most incomplete and complete files
     * @param fileBytes the most bytes of a file
     * @param togetherBytes the most bytes of all files
     * @param patience the time after which a file without a new chunk or a collection is removed
     */
    public record Bounds(int files, int fileBytes, int togetherBytes, Duration patience) {
        public static final Bounds USUAL = new Bounds(128, 1024 * 1024, 4 * 1024 * 1024, Duration.ofMinutes(1));
    }

    /** The outcome of a chunk. */
    public sealed interface Taking {
        record Accepted() implements Taking {}

        /** The chunk is refused and its file removed. */
        record Refused(String why) implements Taking {}
    }

    private static final class Incoming {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int amount;
        private final OptionalLong length;
        private int next;
        private long touchedAt;

        private Incoming(FileChunk first) {
            this.amount = first.amount();
            this.length = first.fileLength();
        }

        private boolean isWhole() {
            return next == amount;
        }
    }

    private final Bounds bounds;
    private final Map<FileKey, Incoming> files = new HashMap<>();
    private long totalBytes;

    public IncomingFiles(Bounds bounds) {
        this.bounds = bounds;
    }

    public synchronized Taking take(FileChunk chunk, long now) {
        if (chunk.index() == 0) {
            drop(chunk.key());
            if (files.size() >= bounds.files()) {
                return new Taking.Refused("more than " + bounds.files() + " files are open");
            }
            files.put(chunk.key(), new Incoming(chunk));
        }
        Incoming file = files.get(chunk.key());
        Optional<String> fault =
                file == null ? Optional.of("the first chunk of the file is missing") : fault(file, chunk);
        if (file == null || fault.isPresent()) {
            drop(chunk.key());
            return new Taking.Refused(fault.orElseThrow());
        }
        byte[] bytes = chunk.bytes();
        file.bytes.write(bytes, 0, bytes.length);
        totalBytes += bytes.length;
        file.next++;
        file.touchedAt = now;
        return new Taking.Accepted();
    }

    private Optional<String> fault(Incoming file, FileChunk chunk) {
        int size = file.bytes.size() + chunk.bytes().length;
        if (chunk.index() != file.next) {
            return Optional.of("chunk_index is not the next one");
        }
        if (chunk.amount() != file.amount || !chunk.fileLength().equals(file.length)) {
            return Optional.of("chunk_amount or file_length differs from that of the first chunk");
        }
        if (Math.max(size, file.length.orElse(0)) > bounds.fileBytes()) {
            return Optional.of("the file is larger than " + bounds.fileBytes() + " bytes");
        }
        if (totalBytes + chunk.bytes().length > bounds.togetherBytes()) {
            return Optional.of("the files together are larger than " + bounds.togetherBytes() + " bytes");
        }
        long length = file.length.orElse(size);
        return size > length || chunk.isLast() && size != length
                ? Optional.of("file_length is not the length of the file")
                : Optional.empty();
    }

    /** Returns a complete file and removes it. */
    public synchronized Optional<byte[]> collect(FileKey key) {
        Incoming file = files.get(key);
        if (file == null || !file.isWhole()) {
            return Optional.empty();
        }
        drop(key);
        return Optional.of(file.bytes.toByteArray());
    }

    /** Removes the files without a recent chunk. */
    public synchronized void forget(long now) {
        files.entrySet().stream()
                .filter(entry ->
                        now - entry.getValue().touchedAt > bounds.patience().toNanos())
                .map(Map.Entry::getKey)
                .toList()
                .forEach(this::drop);
    }

    /** Removes all files when the connection is closed. */
    public synchronized void clear() {
        files.clear();
        totalBytes = 0;
    }

    private void drop(FileKey key) {
        Incoming removed = files.remove(key);
        totalBytes -= removed == null ? 0 : removed.bytes.size();
    }
}
