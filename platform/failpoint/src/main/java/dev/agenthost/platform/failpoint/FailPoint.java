package dev.agenthost.platform.failpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lets a test kill the process at a named step, as SIGKILL would: no shutdown hook, no flush, no commit. Off unless
 * {@code agenthost.failpoint.directory} names a directory; off, a step costs one read of a static flag.
 *
 * <p>A test arms a step, while the process runs, by laying a file of the step's name into the directory. The process that
 * reaches the step deletes the file and dies: of several replicas exactly one does, and restarted, it lives.
 */
public final class FailPoint {

    /** Exit status of a process that halted: what a shell reports for SIGKILL. */
    public static final int HALTED = 137;

    private static boolean on;
    private static @Nullable Path dir;

    private FailPoint() {}

    /** Dies here if a file of this name lies in the directory. */
    public static void at(String step) {
        if (on && takes(step)) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /** Enables the fail points or, with null, disables them; once, before any thread can reach a step. */
    public static void enable(@Nullable Path directory) {
        dir = directory;
        on = directory != null;
    }

    /** True for exactly one of all processes that ask for the same armed step. */
    static boolean takes(String step) {
        Path directory = dir;
        try {
            return directory != null && Files.deleteIfExists(directory.resolve(step));
        } catch (IOException e) {
            return false; // another process is deleting it, or nobody can: then nobody dies
        }
    }
}
