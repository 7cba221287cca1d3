package dev.agenthost.local.process;

import java.io.IOException;
import java.nio.file.Path;

/** How one process of the box is started. */
public interface ProcessLauncher {
    /**
     * Starts it; called again each time that it has died.
     *
     * @param log where what it says is appended
     */
    Process launch(Path log) throws IOException, InterruptedException;

    /** Asks it to end in good order, and returns without waiting for that. */
    default void askToEnd(ProcessHandle process) {
        process.destroy();
    }
}
