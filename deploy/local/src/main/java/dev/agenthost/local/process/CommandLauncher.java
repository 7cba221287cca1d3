package dev.agenthost.local.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts a command in a session of its own. */
public record CommandLauncher(List<String> command, Map<String, String> environment) implements Launcher {
    @Override
    public Process launch(Path log) throws IOException {
        return Detached.process(command, environment, log).start();
    }
}
