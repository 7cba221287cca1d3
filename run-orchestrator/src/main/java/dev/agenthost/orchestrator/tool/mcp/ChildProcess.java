package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.StdioCommands;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A child process with its descendants and, unless it has a directory, one of its own that is removed with it. */
final class ChildProcess implements AutoCloseable {
    private static final long POLITE_MILLIS = 1_000;

    private final Process process;
    private final @Nullable Path own;

    private ChildProcess(Process process, @Nullable Path own) {
        this.process = process;
        this.own = own;
    }

    /** Starts the process with the given environment and nothing else. Its standard error is dropped. */
    static ChildProcess start(StdioCommands.Command command, Map<String, String> environment) throws IOException {
        Path own = command.directory() == null ? Files.createTempDirectory("agenthost-mcp-") : null;
        ProcessBuilder builder = new ProcessBuilder(command.line());
        builder.directory(own == null ? new File(String.valueOf(command.directory())) : own.toFile());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(builder.start(), own);
        } catch (IOException | RuntimeException e) {
            remove(own);
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    InputStream output() {
        return process.getInputStream();
    }

    /** Runs the action after the end of the process, when its last output had time to be read. */
    void onExit(Runnable what) {
        process.onExit().thenRunAsync(what, CompletableFuture.delayedExecutor(POLITE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Asks it to end, all of it, and soon sees to it. Never blocks. */
    void end() {
        CompletableFuture.runAsync(() -> family().forEach(ProcessHandle::destroy))
                .thenRunAsync(this::kill, CompletableFuture.delayedExecutor(POLITE_MILLIS, TimeUnit.MILLISECONDS));
    }

    void kill() {
        family().forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the processes; those that do not end on request are killed. */
    @Override
    public void close() {
        List<ProcessHandle> family = family().toList();
        family.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(POLITE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        family.forEach(ProcessHandle::destroyForcibly);
        remove(own);
    }

    /** Children first: of one that has gone they cannot be found any more. */
    private Stream<ProcessHandle> family() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()));
    }

    private static void remove(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try {
            Files.walkFileTree(directory, new Removing());
        } catch (IOException | UncheckedIOException e) {
            // A temporary directory: the system removes it later.
        }
    }

    private static final class Removing extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why) throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
