package dev.agenthost.sdk.harness.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files and folders that only their owner can read. No method follows a link: a harness may have left one. */
final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER = permissions("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> FILE = permissions("rw-------");

    private PrivateFiles() {}

    /** Ensures that the path is a folder; a file or a link in its place is deleted. */
    static void folder(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(folder, FOLDER.value());
            return;
        }
        Files.deleteIfExists(folder);
        Files.createDirectory(folder, FOLDER);
    }

    /** Writes atomically: a reader sees the whole text or the previous one, never a part. */
    static void write(Path file, String text) throws IOException {
        Path folder = file.getParent();
        if (folder == null) {
            throw new IOException("The file must have a parent directory");
        }
        Path whole = Files.createTempFile(folder, ".", ".part", FILE);
        try {
            Files.writeString(whole, text);
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                delete(file);
            }
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    /** Deletes a path with its contents; of a link only the link, not its target. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) throws IOException {
                if (failed != null) {
                    throw failed;
                }
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
