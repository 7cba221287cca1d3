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

/** A child process with its descendants. Without a configured directory it has a temporary one, which is removed with it. */
final class ChildProcess implements AutoCloseable {
    private static final long GRACE_MILLIS = 1_000;

    private final Process process;
    private final @Nullable Path ownDirectory;

    private ChildProcess(Process process, @Nullable Path ownDirectory) {
        this.process = process;
        this.ownDirectory = ownDirectory;
    }

    /** Starts the process with the given environment and nothing else. Its standard error is discarded. */
    static ChildProcess start(StdioCommands.Command command, Map<String, String> environment) throws IOException {
        Path ownDirectory = command.directory() == null ? Files.createTempDirectory("agenthost-mcp-") : null;
        ProcessBuilder builder = new ProcessBuilder(command.line());
        builder.directory(ownDirectory == null ? new File(String.valueOf(command.directory())) : ownDirectory.toFile());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(builder.start(), ownDirectory);
        } catch (IOException | RuntimeException e) {
            remove(ownDirectory);
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    InputStream output() {
        return process.getInputStream();
    }

    /** Runs the action after the end of the process and a delay in which its last output is read. */
    void onExit(Runnable action) {
        process.onExit().thenRunAsync(action, CompletableFuture.delayedExecutor(GRACE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Terminates the process tree, and kills it after a grace period. Never blocks. */
    void end() {
        CompletableFuture.runAsync(() -> processTree().forEach(ProcessHandle::destroy))
                .thenRunAsync(this::kill, CompletableFuture.delayedExecutor(GRACE_MILLIS, TimeUnit.MILLISECONDS));
    }

    void kill() {
        processTree().forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the processes; those that do not end on request are killed. */
    @Override
    public void close() {
        List<ProcessHandle> processTree = processTree().toList();
        processTree.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        processTree.forEach(ProcessHandle::destroyForcibly);
        remove(ownDirectory);
    }

    /** Returns the descendants first: those of an ended process cannot be found any more. */
    private Stream<ProcessHandle> processTree() {
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
