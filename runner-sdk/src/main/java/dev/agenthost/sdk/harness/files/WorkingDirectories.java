package dev.agenthost.sdk.harness.files;

import dev.agenthost.sdk.harness.SessionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders of sessions below one root of ours. Each is named by the hash of its key. Folders unused for a while are deleted,
 * and beyond the maximum the longest unused; a folder in use stays.
 */
public final class WorkingDirectories {
    private static final System.Logger LOG = System.getLogger(WorkingDirectories.class.getName());
    private static final String DELETED = ".gone-";
    private static final Pattern FOLDER_NAME = Pattern.compile("[0-9a-f]{40}");

    private final Path root;
    private final Duration unusedFor;
    private final int maxUnused;
    private final Map<String, Integer> inUse = new HashMap<>();

    /**
     * @param root is created, for its owner alone
     * @param unusedFor time after which an unused folder is deleted
     * @param maxUnused maximum of folders that are not in use
     */
    public WorkingDirectories(Path root, Duration unusedFor, int maxUnused) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.unusedFor = unusedFor;
        this.maxUnused = maxUnused;
        Path parent = this.root.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (Files.exists(this.root, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(this.root, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(this.root + " is not a directory");
        }
        PrivateFiles.folder(this.root);
        try (Stream<Path> all = Files.list(this.root)) {
            all.filter(path -> name(path).startsWith(DELETED)).forEach(WorkingDirectories::delete);
        }
    }

    /** A folder in use; closing releases it. */
    public final class Use implements AutoCloseable {
        private final SessionKey key;
        private final WorkingDirectory directory;
        private final Instant usedAt;
        private boolean closed;

        private Use(SessionKey key, WorkingDirectory directory, Instant usedAt) {
            this.key = key;
            this.directory = directory;
            this.usedAt = usedAt;
        }

        public WorkingDirectory directory() {
            return directory;
        }

        /** Releases the folder; a folder that no later run can use is deleted at once. */
        @Override
        public void close() {
            List<Path> moved = new ArrayList<>();
            synchronized (inUse) {
                if (closed) {
                    return;
                }
                closed = true;
                inUse.computeIfPresent(key.folder(), (name, uses) -> uses > 1 ? uses - 1 : null);
                if (!key.lasting() && !inUse.containsKey(key.folder())) {
                    moveForDeletion(directory.path(), moved);
                } else {
                    mark(directory.path(), usedAt);
                }
            }
            moved.forEach(WorkingDirectories::delete);
        }
    }

    public Use open(SessionKey key) throws IOException {
        return open(key, Instant.now());
    }

    Use open(SessionKey key, Instant now) throws IOException {
        sweep(now);
        synchronized (inUse) {
            Path path = root.resolve(key.folder());
            PrivateFiles.folder(path);
            inUse.merge(key.folder(), 1, Integer::sum);
            return new Use(key, new WorkingDirectory(path), now);
        }
    }

    /** Deletes folders that are too old or too many. */
    public void sweep(Instant now) throws IOException {
        List<Path> moved = new ArrayList<>();
        synchronized (inUse) {
            List<Path> unused = new ArrayList<>();
            try (Stream<Path> all = Files.list(root)) {
                all.filter(path -> FOLDER_NAME.matcher(name(path)).matches() && !inUse.containsKey(name(path)))
                        .forEach(unused::add);
            }
            Map<Path, Instant> usedAt = new HashMap<>();
            unused.forEach(path -> usedAt.put(path, usedAt(path)));
            unused.sort(Comparator.comparing(usedAt::get, Comparator.nullsFirst(Comparator.reverseOrder())));
            for (int i = 0; i < unused.size(); i++) {
                Instant used = usedAt.getOrDefault(unused.get(i), Instant.EPOCH);
                if (i >= maxUnused || used.isBefore(now.minus(unusedFor))) {
                    moveForDeletion(unused.get(i), moved);
                }
            }
        }
        moved.forEach(WorkingDirectories::delete);
    }

    /** Renames a folder at once, because deleting its contents may take long. */
    private void moveForDeletion(Path path, List<Path> moved) {
        Path deleted = root.resolve(DELETED + UUID.randomUUID());
        try {
            Files.move(path, deleted, StandardCopyOption.ATOMIC_MOVE);
            moved.add(deleted);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "a working directory cannot be deleted: {0}", e.toString());
        }
    }

    private static void delete(Path path) {
        try {
            PrivateFiles.delete(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "a part of a working directory cannot be deleted: {0}", e.toString());
        }
    }

    /** Sets the folder's time to that of its last use, whatever was written into it meanwhile. */
    private static void mark(Path path, Instant usedAt) {
        try {
            Files.setLastModifiedTime(path, FileTime.from(usedAt));
        } catch (IOException e) {
            // A harness may delete its own folder; the next use creates it again.
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static Instant usedAt(Path path) {
        try {
            return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }
}
