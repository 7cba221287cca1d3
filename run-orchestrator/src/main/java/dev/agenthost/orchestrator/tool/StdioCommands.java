package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The programs that the operator permits as servers; no other program is started. */
public record StdioCommands(Map<String, Command> byName) {
    public static final StdioCommands NONE = new StdioCommands(Map.of());

    public StdioCommands {
        byName = Map.copyOf(byName);
    }

    /**
     * One program.
     *
     * @param line the program and its arguments
     * @param environment the environment of the process, besides {@code secrets}
     * @param secrets the name of a configured secret by environment variable
     * @param directory the working directory; null for a directory of its own, which is removed with the process
     * @param workspaces the workspaces that may use it; {@code *} for all
     */
    public record Command(
            List<String> line,
            Map<String, String> environment,
            Map<String, String> secrets,
            @Nullable String directory,
            Set<String> workspaces) {
        public Command {
            line = Fields.list(line, "command");
            if (line.isEmpty()) {
                throw new IllegalArgumentException("a command is empty");
            }
            environment = Map.copyOf(environment);
            secrets = Map.copyOf(secrets);
            workspaces = Set.copyOf(workspaces);
        }

        /** Omits the environment, which may contain secrets. */
        @Override
        public String toString() {
            return "Command" + line;
        }
    }

    /** Returns a command that the workspace may use; empty for any other. */
    public Optional<Command> find(String workspaceId, String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(command -> command.workspaces().contains("*")
                        || command.workspaces().contains(workspaceId));
    }
}
