package dev.agenthost.local.box;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** One box for each home: the supervisor holds this for as long as it lives, and the system frees it when it dies. */
final class BoxLock implements AutoCloseable {
    private final FileLock lock;

    private BoxLock(FileLock lock) {
        this.lock = lock;
    }

    /** Takes the lock; empty if another supervisor holds it. */
    static Optional<BoxLock> take(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            var lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new BoxLock(lock));
            }
        } catch (OverlappingFileLockException heldInThisJvm) {
            // As good as held by another process.
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        lock.acquiredBy().close();
    }
}
