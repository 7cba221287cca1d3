package dev.agenthost.platform.lease;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A file on this machine's own disk that a running replica keeps locked, and that lists its incarnations. The operating system frees the
 * lock exactly when the process has ended, for any reason; a paused process keeps it. So the next owner of the lock knows that the previous
 * process is dead, and need not wait for the end of its lease.
 */
public final class ReplicaLockFile implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ReplicaLockFile.class.getName());

    private final FileChannel channel;
    private final List<Incarnation> incarnations = new ArrayList<>();
    private final List<Incarnation> before;

    private ReplicaLockFile(FileChannel channel, List<Incarnation> before) {
        this.channel = channel;
        this.before = before;
    }

    /** Returns empty if another process has locked the file. */
    public static Optional<ReplicaLockFile> take(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new ReplicaLockFile(channel, read(channel)));
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // Another part of this process holds the lock.
            return false;
        }
    }

    private static List<Incarnation> read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), 64 * 1024));
        channel.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        return text.lines().flatMap(line -> incarnation(line).stream()).toList();
    }

    // A process may end during a write: a truncated line names no incarnation, and none acted under it.
    private static Optional<Incarnation> incarnation(String line) {
        try {
            return line.length() == 36 ? Optional.of(new Incarnation(UUID.fromString(line))) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The incarnations of earlier processes with this file, all of them dead. */
    public List<Incarnation> previousIncarnations() {
        return before;
    }

    /** Stores an incarnation before it acts. If the write fails, other replicas only have to wait for its lease. */
    public synchronized void addIncarnation(Incarnation incarnation) {
        incarnations.add(incarnation);
        write(incarnation + "\n", () -> channel.size());
    }

    /** Removes the incarnations of earlier processes. */
    public synchronized void removePrevious() {
        StringBuilder own = new StringBuilder();
        incarnations.forEach(each -> own.append(each).append('\n'));
        write(own.toString(), () -> channel.truncate(0).size());
    }

    private interface Place {
        long at() throws IOException;
    }

    private void write(String text, Place place) {
        try {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), place.at());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the lock file of this replica cannot be written: {0}", e.toString());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
