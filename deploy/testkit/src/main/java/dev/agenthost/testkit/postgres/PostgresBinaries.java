package dev.agenthost.testkit.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once for each user of a machine from the Maven artifact for its system.
 *
 * <p>They are in {@code $XDG_CACHE_HOME/agenthost} or {@code ~/.cache/agenthost}.
 */
final class PostgresBinaries {
    private static final int OWNER_EXECUTES = 0100;

    private PostgresBinaries() {}

    /** The directory that holds {@code bin/postgres}. */
    static Path directory() throws IOException {
        var name = archiveName();
        var archive = PostgresBinaries.class.getClassLoader().getResource(name);
        if (archive == null) {
            throw new IOException("there is no PostgreSQL for this system: " + name + " is not on the classpath");
        }
        // The jar's name contains the version: a newer one is unpacked beside it.
        var jar = archive.getPath()
                .replaceFirst("!.*", "")
                .replaceFirst(".*/", "")
                .replaceFirst("\\.jar$", "");
        var target = cache().resolve(jar);
        if (Files.isExecutable(target.resolve("bin/postgres"))) {
            return target;
        }
        Files.createDirectories(target.getParent());
        var draft = Files.createTempDirectory(target.getParent(), jar);
        try (var in = archive.openStream()) {
            unpack(in, draft);
        }
        try {
            Files.move(draft, target);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException somebodyWasFaster) {
            // The draft stays behind, once.
        }
        return target;
    }

    private static String archiveName() {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var arch = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        if (os.contains("mac")) {
            return "postgres-darwin-" + arch + ".txz";
        }
        var musl = Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
        return "postgres-linux-" + arch + musl + ".txz";
    }

    private static Path cache() {
        var configured = System.getenv("XDG_CACHE_HOME");
        var cache = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return cache.resolve("agenthost");
    }

    private static void unpack(InputStream archive, Path target) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                var path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("the archive points outside itself: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, path);
                    if ((entry.getMode() & OWNER_EXECUTES) != 0) {
                        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
                    }
                }
            }
        }
    }
}
