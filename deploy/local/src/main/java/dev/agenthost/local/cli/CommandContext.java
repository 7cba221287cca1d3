package dev.agenthost.local.cli;

import dev.agenthost.local.plan.BoxLayout;
import java.nio.file.Path;

/** The caller's project, and the exit codes of {@code ./agenthost}. */
public final class CommandContext {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int NOT_RUNNING = 3;

    private CommandContext() {}

    /** The box of the project from which {@code ./agenthost} was called. */
    public static BoxLayout layout() {
        return BoxLayout.of(Path.of(System.getProperty("agenthost.project", ".")));
    }
}
