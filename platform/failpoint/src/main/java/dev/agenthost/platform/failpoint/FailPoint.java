package dev.agenthost.platform.failpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Lets a test kill the process at a named step, as SIGKILL would: no shutdown hook, no flush, no commit. Off unless
 * {@code agenthost.failpoint.directory} names a directory; off, a step costs one read of a static flag.
 *
 * <p>A test arms a step, while the process runs, by laying a file of the step's name into the directory. The process that
 * reaches the step deletes the file and dies: of several replicas exactly one does, and restarted, it lives.
 *
 * <p>A file with the suffix {@value #HOLD} holds the thread instead: the process renames it to {@value #HELD} and goes on when that
 * file is gone. Meanwhile the test kills another process, or this one and another.
 */
public final class FailPoint {

    /** Exit status of a process that halted: what a shell reports for SIGKILL. */
    public static final int HALTED = 137;

    /** The suffix of a file that holds a thread. */
    public static final String HOLD = ".hold";

    /** The suffix of a file whose thread is held. */
    public static final String HELD = ".held";

    private static final int POLL_MILLIS = 5;

    private static boolean on;
    private static @Nullable Path dir;

    private FailPoint() {}

    /** Dies or waits here if a file of this name lies in the directory. */
    public static void at(String step) {
        if (!on) {
            return;
        }
        if (takes(step)) {
            Runtime.getRuntime().halt(HALTED);
        }
        if (holds(step)) {
            awaitRelease(step);
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

    private static boolean holds(String step) {
        Path directory = dir;
        try {
            if (directory == null) {
                return false;
            }
            Files.move(directory.resolve(step + HOLD), directory.resolve(step + HELD), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            return false; // no such file, or another process has it
        }
    }

    private static void awaitRelease(String step) {
        Path directory = dir;
        try {
            while (directory != null && Files.exists(directory.resolve(step + HELD))) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
