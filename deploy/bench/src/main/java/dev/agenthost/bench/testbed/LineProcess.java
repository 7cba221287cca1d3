package dev.agenthost.bench.testbed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A process beside the box that reads and prints lines. */
public final class LineProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter in;

    private LineProcess(Process process) {
        this.process = process;
        this.in = process.outputWriter();
    }

    static LineProcess start(String name, List<String> command, String runnerKey, Path log, Consumer<String> lines)
            throws IOException {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("AGENTHOST_RUNNER_KEY", runnerKey);
        var process = builder.start();
        Thread.ofPlatform().daemon().name(name).start(() -> read(process.inputReader(), lines));
        return new LineProcess(process);
    }

    private static void read(BufferedReader said, Consumer<String> lines) {
        try {
            for (var line = said.readLine(); line != null; line = said.readLine()) {
                lines.accept(line);
            }
        } catch (IOException | UncheckedIOException ended) {
            // With its process.
        }
    }

    public synchronized void writeLine(String line) throws IOException {
        in.write(line);
        in.newLine();
        in.flush();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
