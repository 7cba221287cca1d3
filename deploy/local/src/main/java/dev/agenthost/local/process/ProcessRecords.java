package dev.agenthost.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files {@code run/<label>.pid} of started processes, by which a later start finds orphaned ones. */
public final class ProcessRecords {
    private static final String SUFFIX = ".pid";

    private final Path directory;

    public ProcessRecords(Path directory) {
        this.directory = directory;
    }

    public void write(String label, ProcessRecord process) {
        try {
            Files.writeString(file(label), process.pid() + " " + process.startedAt() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void delete(String label) {
        try {
            Files.deleteIfExists(file(label));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Optional<ProcessRecord> read(String label) {
        try {
            var parts = Files.readString(file(label)).strip().split(" ");
            return Optional.of(new ProcessRecord(Long.parseLong(parts[0]), Instant.parse(parts[1])));
        } catch (IOException | RuntimeException absentOrCutShort) {
            return Optional.empty();
        }
    }

    /** All records by label. */
    public Map<String, ProcessRecord> all() {
        var all = new TreeMap<String, ProcessRecord>();
        if (!Files.isDirectory(directory)) {
            return all;
        }
        try (var files = Files.list(directory)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .forEach(label -> read(label).ifPresent(process -> all.put(label, process)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private Path file(String label) {
        return directory.resolve(label + SUFFIX);
    }
}
