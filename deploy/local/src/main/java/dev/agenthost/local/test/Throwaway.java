package dev.agenthost.local.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Directories that end with this JVM. */
final class Throwaway {
    private Throwaway() {}

    static Path directory(String what) throws IOException {
        return Files.createTempDirectory("agenthost-" + what + "-");
    }

    /** Uses nothing but the JDK: at the end of a JVM the class loader of a test may be closed already. */
    static void delete(Path directory) {
        try (var all = Files.walk(directory)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toArray(Path[]::new)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException leftForTheSystemToClean) {
            // It lies in the directory for temporary files.
        }
    }
}
