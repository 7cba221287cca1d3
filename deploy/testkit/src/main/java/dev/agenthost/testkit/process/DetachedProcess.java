package dev.agenthost.testkit.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts a process that outlives this one and does not receive the terminal's Ctrl-C: in a session of its own if the system has
 * {@code setsid}, which execs the command and so keeps the process id.
 */
public final class DetachedProcess {
    private static final List<String> PREFIX = prefix();

    private DetachedProcess() {}

    /** The builder of such a process; its output is appended to the log. */
    public static ProcessBuilder process(List<String> command, Map<String, String> environment, Path log) {
        var builder = new ProcessBuilder(
                Stream.concat(PREFIX.stream(), command.stream()).toList());
        builder.environment().putAll(environment);
        return builder.redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private static List<String> prefix() {
        for (var tool : List.of("setsid", "nohup")) {
            for (var place :
                    System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator)) {
                if (Files.isExecutable(Path.of(place, tool))) {
                    return List.of(tool);
                }
            }
        }
        return List.of();
    }
}
