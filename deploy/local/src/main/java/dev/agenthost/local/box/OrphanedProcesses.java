package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.JavaCommand;
import dev.agenthost.local.process.ProcessRecord;
import dev.agenthost.local.process.ProcessRecords;
import dev.agenthost.local.process.ProcessTermination;
import dev.agenthost.testkit.process.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Processes of a box whose supervisor was killed. They are found by their records, JVMs also by the mark in their command line,
 * and PostgreSQL by the file in its data directory.
 */
public final class OrphanedProcesses {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final BoxLayout layout;

    public OrphanedProcesses(BoxLayout layout) {
        this.layout = layout;
    }

    /** Ends them all. Only for a caller that holds the lock, or knows that it is free. Returns their number. */
    public int end() throws IOException {
        var records = new ProcessRecords(layout.run());
        var found = new TreeMap<Long, ProcessHandle>();
        records.all().values().forEach(record -> record.alive().ifPresent(found(found)));
        marked().forEach(found(found));
        found.remove(ProcessHandle.current().pid());

        var database = postmaster();
        database.ifPresent(process -> found.remove(process.pid()));
        ProcessTermination.end(List.copyOf(found.values()), ProcessHandle::destroy, GRACE);
        ProcessTermination.end(database.stream().toList(), Signals::interrupt, GRACE);

        records.all().keySet().forEach(records::delete);
        Files.deleteIfExists(layout.postgresData().resolve("postmaster.pid"));
        return found.size() + (database.isPresent() ? 1 : 0);
    }

    private static Consumer<ProcessHandle> found(TreeMap<Long, ProcessHandle> found) {
        return process -> found.put(process.pid(), process);
    }

    private List<ProcessHandle> marked() {
        var mark = " " + JavaCommand.mark(layout.home()) + " ";
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .toList();
    }

    /** Reads PostgreSQL's file: the process id is in the first line, its start in seconds of the epoch in the third. */
    private Optional<ProcessHandle> postmaster() throws IOException {
        var file = layout.postgresData().resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var lines = Files.readAllLines(file);
        if (lines.size() < 3) {
            return Optional.empty();
        }
        var started = Instant.ofEpochSecond(Long.parseLong(lines.get(2).strip()));
        return new ProcessRecord(Long.parseLong(lines.get(0).strip()), started).alive();
    }
}
