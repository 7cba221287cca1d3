package dev.agenthost.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Directories that end with this JVM. */
final class TemporaryDirectories {
    private static final int TRIES = 100;

    private TemporaryDirectories() {}

    static Path directory(String what) throws IOException {
        return Files.createTempDirectory("agenthost-" + what + "-");
    }

    /**
     * Uses nothing but the JDK: at the end of a JVM the class loader of a test may be closed already. A server that is
     * dying still writes files for a moment, so it tries again.
     */
    static void delete(Path directory) {
        for (int i = 0; i < TRIES && Files.exists(directory); i++) {
            try (var all = Files.walk(directory)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toArray(Path[]::new)) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException stillWritten) {
                Thread.onSpinWait();
            }
        }
    }
}
