package dev.agenthost.local.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JVM's ahead-of-time caches (JEP 483, 514, 515) of the processes of a box: loaded and linked classes, which cut the time of a
 * start to a third. They are stored beside the build output, one for each kind of process, and made once by a training start. If a
 * cache is absent, out of date or broken, the process starts without it.
 *
 * <p>A JDK before 25 has none.
 */
public final class AotCaches {
    private static final int FIRST_JDK = 25;
    private static final String SUFFIX = ".aot";
    private static final long LIMIT_MINUTES = 10;

    private final Path directory;

    private AotCaches(Path directory) {
        this.directory = directory;
    }

    /** The caches of a project. */
    public static AotCaches of(Path project) {
        return new AotCaches(project.toAbsolutePath().normalize().resolve("deploy/local/target/start-caches"));
    }

    /** Returns true if this JDK supports such caches. */
    public static boolean possible() {
        return Runtime.version().feature() >= FIRST_JDK;
    }

    public Path directory() {
        return directory;
    }

    /** Returns true if there is a cache for this command. */
    public boolean has(String name, List<String> command) {
        return file(name, command).filter(Files::isRegularFile).isPresent();
    }

    /** The command with its cache, if there is one. */
    public List<String> reading(String name, List<String> command) {
        return file(name, command)
                .filter(Files::isRegularFile)
                .map(file -> with(
                        command,
                        "-XX:AOTCache=" + file,
                        // Map the cache at the address that it was made for: elsewhere the JVM rewrites all of it, in
                        // memory of
                        // its own.
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0",
                        // Without this the JVM warns of missing stubs.
                        "-Xlog:aot*=error"))
                .orElse(command);
    }

    /** The command that records the classes it has loaded when it ends normally. */
    public List<String> recording(String name, List<String> command) {
        return file(name, command)
                .map(file -> with(command, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + notes(file)))
                .orElse(command);
    }

    /**
     * Makes the cache from the record of a recording start, and deletes the caches of the same flags that it replaces. Takes about
     * ten seconds of one core, at the lowest priority.
     *
     * @return true if there is a cache now
     */
    public boolean make(String name, List<String> command) throws IOException, InterruptedException {
        var wanted = file(name, command);
        if (wanted.isEmpty() || !Files.exists(notes(wanted.get()))) {
            return false;
        }
        var file = wanted.get();
        var unfinished = file.resolveSibling(file.getFileName() + ".part");
        var making = with(
                command, "-XX:AOTMode=create", "-XX:AOTConfiguration=" + notes(file), "-XX:AOTCache=" + unfinished);
        var log = directory.resolve(name + ".log").toFile();
        var process = new ProcessBuilder(Stream.concat(Stream.of("nice", "-n", "19"), making.stream())
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                return false;
            }
        } finally {
            process.destroyForcibly();
        }
        deleteOthers(file);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(notes(file));
        return true;
    }

    private void deleteOthers(Path made) throws IOException {
        var name = made.getFileName().toString();
        var ofTheseFlags = name.substring(0, name.lastIndexOf('-'));
        try (var old = Files.newDirectoryStream(directory, ofTheseFlags + "-*" + SUFFIX)) {
            for (var file : old) {
                Files.delete(file);
            }
        }
    }

    /**
     * Deletes caches, records and unfinished files of other jars than these commands have, with any flags, and those of removed
     * processes. Caches of these jars stay, with any flags and JDK.
     *
     * @param commands all JVM commands of a box, by the name of their kind
     */
    public void sweep(Map<String, List<String>> commands) throws IOException {
        List<Pattern> kept = new ArrayList<>();
        for (var command : commands.entrySet()) {
            var file = file(command.getKey(), command.getValue());
            if (file.isEmpty()) {
                // The jars are not the built ones, so the files here cannot be judged.
                return;
            }
            kept.add(ofTheseJars(command.getKey(), file.get()));
        }
        try (var all = Files.newDirectoryStream(directory, "*" + SUFFIX + "*")) {
            for (var file : all) {
                var name = file.getFileName().toString();
                if (kept.stream().noneMatch(pattern -> pattern.matcher(name).matches())) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static Pattern ofTheseJars(String name, Path file) {
        var cache = file.getFileName().toString();
        var jars = cache.substring(cache.lastIndexOf('-') + 1, cache.length() - SUFFIX.length());
        return Pattern.compile(Pattern.quote(name) + "-[0-9a-f]+-" + jars + Pattern.quote(SUFFIX) + "(\\.\\w+)?");
    }

    private Optional<Path> file(String name, List<String> command) {
        if (!possible()) {
            return Optional.empty();
        }
        try {
            return CacheKey.of(command).map(key -> directory.resolve(name + "-" + key + SUFFIX));
        } catch (IOException unreadable) {
            // The start itself reports the error.
            return Optional.empty();
        }
    }

    private static Path notes(Path file) {
        return file.resolveSibling(file.getFileName() + ".notes");
    }

    private static List<String> with(List<String> command, String... flags) {
        var longer = new ArrayList<>(command);
        longer.addAll(1, List.of(flags));
        return longer;
    }
}
