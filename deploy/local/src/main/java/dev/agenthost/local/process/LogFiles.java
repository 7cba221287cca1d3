package dev.agenthost.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Rotates logs: a large one is renamed at the next start and replaces the previously renamed one. */
public final class LogFiles {
    private static final long LARGE = 10L * 1024 * 1024;

    private LogFiles() {}

    public static void setLargeOnesAside(Path directory) throws IOException {
        try (var logs = Files.newDirectoryStream(directory, "*.log")) {
            for (var log : logs) {
                if (Files.size(log) > LARGE) {
                    Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
