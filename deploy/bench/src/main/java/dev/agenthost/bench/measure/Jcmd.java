package dev.agenthost.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the JDK's {@code jcmd} against a running JVM. */
public final class Jcmd {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Jcmd() {}

    /** Returns true if the process is a JVM. */
    public static boolean isJvm(long pid) throws IOException {
        var name = Path.of("/proc", Long.toString(pid), "comm");
        return Files.isReadable(name) && Files.readString(name).strip().equals("java");
    }

    /** @throws IOException if the command failed, with its output */
    public static void run(long pid, String... command) throws IOException, InterruptedException {
        answer(pid, command);
    }

    /**
     * The output of the command.
     *
     * @throws IOException if the command failed
     */
    public static String answer(long pid, String... command) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid)));
        arguments.addAll(List.of(command));
        var process = new ProcessBuilder(arguments).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " of process " + pid + ": " + said.strip());
        }
        return said;
    }
}
