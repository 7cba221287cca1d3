package dev.agenthost.local.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The commands of {@code ./agenthost}. */
@Command(
        name = "agenthost",
        description = "Agent Host on this machine: a broker, a database, five services and a runner.",
        mixinStandardHelpOptions = true,
        version = "Agent Host 0.1.0-SNAPSHOT",
        footer = {"", "Benchmarks:  ./agenthost bench --help"},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UpCommand.class,
            DownCommand.class,
            StatusCommand.class,
            SendCommand.class,
            RespondCommand.class,
            RunnerCommand.class,
            LogsCommand.class,
            CheckTopicCommand.class,
            KeysCommand.class,
            ApplyCommand.class,
            ImportCommand.class,
            DlqCommand.class,
            ResetCommand.class,
            CachesCommand.class,
            SuperviseCommand.class,
            HelpCommand.class
        })
public final class AgentHost {
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new AgentHost())
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println(e.getMessage() == null ? e.toString() : e.getMessage());
                    return CommandContext.FAILED;
                })
                .execute(arguments));
    }
}
