package dev.agenthost.local.cli;

import dev.agenthost.local.plan.BoxLayout;
import java.nio.file.Path;

/** Who called {@code ./agenthost}: from which project, and what it is answered. */
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
