package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.tool.StdioCommands;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The programs that MCP servers may be: only an operator can say what is started. */
@ConfigMapping(prefix = "agenthost.tools")
public interface ToolSettings {
    /** By the name under which a server of kind {@code stdio} asks for one. */
    Map<String, Program> stdio();

    /** Programs at once, of all workspaces. */
    @WithDefault("16")
    int maxProcesses();

    /** Programs at once, of one workspace. */
    @WithDefault("8")
    int maxProcessesPerWorkspace();

    interface Program {
        /** The program and its arguments. */
        List<String> command();

        /** All that it finds in its environment, beside the next. */
        Map<String, String> env();

        /** Variables by the name of the configured secret that they hold. */
        Map<String, String> secretEnv();

        /** Where it works; without one in a directory of its own, which is gone with it. */
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
