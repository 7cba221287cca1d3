package dev.agenthost.testkit.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file. */
public final class LogTail {
    private static final int BYTES = 64 * 1024;

    private LogTail() {}

    /** The last lines of a log, at most this many; none if the file cannot be read. */
    public static List<String> of(Path log, int lines) {
        if (!Files.isReadable(log)) {
            return List.of();
        }
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - BYTES));
            var bytes = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(bytes);
            var all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }
}
