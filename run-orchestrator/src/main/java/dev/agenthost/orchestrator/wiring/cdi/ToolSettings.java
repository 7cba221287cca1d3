package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.tool.StdioCommands;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The programs that MCP servers may run; only an operator can list them. */
@ConfigMapping(prefix = "agenthost.tools")
public interface ToolSettings {
    /** The programs by the name that a server of kind {@code stdio} uses. */
    Map<String, Program> stdio();

    /** The most programs at once, of all workspaces. */
    @WithDefault("16")
    int maxProcesses();

    /** The most programs at once, of one workspace. */
    @WithDefault("8")
    int maxProcessesPerWorkspace();

    interface Program {
        /** The program and its arguments. */
        List<String> command();

        /** The environment of the program, beside {@link #secretEnv}. */
        Map<String, String> env();

        /** Variables by the name of the configured secret that they hold. */
        Map<String, String> secretEnv();

        /** The working directory; the default is a separate directory, which is removed with the program. */
        Optional<String> directory();

        /** Workspace ids, or {@code *}. */
        Set<String> workspaces();
    }

    default StdioCommands commands() {
        return new StdioCommands(stdio().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, listed -> {
            Program program = listed.getValue();
            return new StdioCommands.Command(
                    program.command(),
                    program.env(),
                    program.secretEnv(),
                    program.directory().orElse(null),
                    program.workspaces());
        })));
    }
}
