package dev.agenthost.local.process;

import dev.agenthost.testkit.process.DetachedProcess;
import dev.agenthost.testkit.process.ProcessLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Starts a command in a session of its own.
 *
 * @param command evaluated at each start
 */
public record CommandLauncher(Supplier<List<String>> command, Map<String, String> environment)
        implements ProcessLauncher {
    @Override
    public Process launch(Path log) throws IOException {
        return DetachedProcess.process(command.get(), environment, log).start();
    }
}
