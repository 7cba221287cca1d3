package dev.agenthost.local.cli;

import dev.agenthost.local.cli.keys.Keys;
import dev.agenthost.local.cli.shell.Shell;
import dev.agenthost.local.cli.status.Status;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The commands of {@code ./agenthost}. */
@Command(
        name = "agenthost",
        description = "Agent Host on this machine: a broker, a database, five services and a runner.",
        mixinStandardHelpOptions = true,
        version = "Agent Host 0.1.0-SNAPSHOT",
        footer = {"", "How fast it is on this machine:  ./agenthost bench --help"},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            Up.class,
            Down.class,
            Status.class,
            Send.class,
            Run.class,
            Logs.class,
            CheckTopic.class,
            Keys.class,
            Import.class,
            Reset.class,
            Caches.class,
            Supervise.class,
            HelpCommand.class
        })
public final class AgentHost {
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new AgentHost())
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println(e.getMessage() == null ? e.toString() : e.getMessage());
                    return Shell.FAILED;
                })
                .execute(arguments));
    }
}
