package dev.agenthost.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints lines added to a log file after this object was made. */
public final class LogFollower {
    /** The pause between two reads, in milliseconds. */
    public static final long PAUSE = 100;

    private final Path log;
    private long position;

    public LogFollower(Path log) throws IOException {
        this.log = log;
        this.position = Files.exists(log) ? Files.size(log) : 0;
    }

    /** Prints whole lines only; text after the last line end waits for the next call. */
    public void print() throws IOException {
        print("");
    }

    public void print(String prefix) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            position = Math.min(position, file.length());
            file.seek(position);
            var bytes = new byte[(int) Math.min(Integer.MAX_VALUE / 2, file.length() - position)];
            file.readFully(bytes);
            int end = lastLineEnd(bytes);
            new String(bytes, 0, end, StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> System.out.println(prefix + LogLine.readable(line)));
            position += end;
        }
    }

    private static int lastLineEnd(byte[] bytes) {
        for (int i = bytes.length; i > 0; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }
}
