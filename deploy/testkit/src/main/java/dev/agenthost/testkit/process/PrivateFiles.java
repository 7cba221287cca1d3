package dev.agenthost.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only their owner may read, and replaces them atomically: a reader sees the old or the new one. */
public final class PrivateFiles {
    private PrivateFiles() {}

    public static void write(Path file, String text) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var directory = file.toAbsolutePath().getParent();
        var draft = Files.createTempFile(directory, "." + file.getFileName(), ".draft", owner);
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
