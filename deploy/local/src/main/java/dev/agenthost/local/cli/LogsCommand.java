package dev.agenthost.local.cli;

import dev.agenthost.local.process.LogFollower;
import dev.agenthost.local.process.LogLine;
import dev.agenthost.testkit.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "logs", description = "Shows the end of the logs.", mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PROCESS",
            description = "For instance event-gateway, event-gateway-2, kafka or supervisor (default: all).")
    private @Nullable String process;

    @Option(names = "-f", description = "Follow the logs until Ctrl-C.")
    private boolean follow;

    @Option(
            names = "-n",
            paramLabel = "LINES",
            defaultValue = "30",
            description = "The number of lines of each log (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Override
    public Integer call() throws Exception {
        var logs = logs(CommandContext.layout().logs());
        if (logs.isEmpty()) {
            System.err.println(process == null ? "There are no logs yet." : "There is no log of " + process + ".");
            return CommandContext.FAILED;
        }
        var followers = new ArrayList<LogFollower>();
        for (var log : logs) {
            followers.add(new LogFollower(log));
            LogTail.of(log, lines).forEach(line -> System.out.println(prefix(logs, log) + LogLine.readable(line)));
        }
        while (follow) {
            for (int i = 0; i < logs.size(); i++) {
                followers.get(i).print(prefix(logs, logs.get(i)));
            }
            Thread.sleep(LogFollower.PAUSE);
        }
        return CommandContext.OK;
    }

    private List<Path> logs(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .filter(file -> process == null
                            || name(file).equals(process)
                            || name(file).matches(Pattern.quote(process) + "-\\d+"))
                    .sorted()
                    .toList();
        }
    }

    private static String prefix(List<Path> logs, Path log) {
        return logs.size() == 1 ? "" : name(log) + " | ";
    }

    private static String name(Path log) {
        return log.getFileName().toString().replaceFirst("\\.log$", "");
    }
}
