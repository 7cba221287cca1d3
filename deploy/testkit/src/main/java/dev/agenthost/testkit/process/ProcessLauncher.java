package dev.agenthost.testkit.process;

import java.io.IOException;
import java.nio.file.Path;

/** Starts one process of the box. */
public interface ProcessLauncher {
    /**
     * Starts the process; called again each time that it has died.
     *
     * @param log file to which its output is appended
     */
    Process launch(Path log) throws IOException, InterruptedException;

    /** Requests an orderly end, and returns without waiting for it. */
    default void requestTermination(ProcessHandle process) {
        process.destroy();
    }
}
