package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The programs that the operator lets servers be. Nobody else can say what is started. */
public record StdioCommands(Map<String, Command> byName) {
    public static final StdioCommands NONE = new StdioCommands(Map.of());

    public StdioCommands {
        byName = Map.copyOf(byName);
    }

    /**
     * One program.
     *
     * @param line the program and its arguments
     * @param environment all that it finds in its environment, beside the next
     * @param secrets variables by the name of the configured secret that they hold
     * @param directory the working directory; null for a directory of its own, which is removed with the process
     * @param workspaces that may use it; {@code *} for any
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

        /** Without the environment, in which an operator may have written more than he should. */
        @Override
        public String toString() {
            return "Command" + line;
        }
    }

    /** One that this workspace may use; another's is as if it did not exist. */
    public Optional<Command> find(String workspaceId, String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(command -> command.workspaces().contains("*")
                        || command.workspaces().contains(workspaceId));
    }
}
