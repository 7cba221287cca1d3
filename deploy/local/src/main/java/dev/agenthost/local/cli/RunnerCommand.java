package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.settings.KeysFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compiles and runs a runner that is one Java file, with the JDK that {@code ./agenthost} found and connected to the box. */
@Command(
        name = "run",
        description = {
            "Compiles and runs a runner that is one Java file, connected to this box, until Ctrl-C.",
            "Its class path is runner-sdk; AGENTHOST_RUNNER_URL and AGENTHOST_RUNNER_KEY are set for it (RunnerHost.connect(plugin) reads"
                    + " them). Existing values stay."
        },
        mixinStandardHelpOptions = true)
final class RunnerCommand implements Callable<Integer> {
    private static final String URL = "AGENTHOST_RUNNER_URL";
    private static final String KEY = "AGENTHOST_RUNNER_KEY";

    @Parameters(index = "0", paramLabel = "FILE", description = "For instance Shout.java.")
    private Path file = Path.of("");

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of its main method.")
    private @Nullable List<String> arguments;

    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(file)) {
            System.err.println("There is no file " + file + ".");
            return CommandContext.FAILED;
        }
        var layout = CommandContext.layout();
        var lib = layout.echoJar().resolveSibling("lib");
        if (!Files.isDirectory(lib)) {
            System.err.println("runner-sdk is not built: " + lib + " is not there. ./agenthost up builds it.");
            return CommandContext.FAILED;
        }
        var builder = new ProcessBuilder(command(lib)).inheritIO();
        if (!connect(layout, builder.environment())) {
            System.err.println(
                    "Agent Host is not running. Start it with ./agenthost up, or set " + URL + " and " + KEY + ".");
            return CommandContext.NOT_RUNNING;
        }
        var runner = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(runner), "end"));
        return runner.waitFor();
    }

    /** Java's own launcher compiles a source file in memory. */
    private List<String> command(Path lib) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                lib + "/*",
                file.toString()));
        if (arguments != null) {
            command.addAll(arguments);
        }
        return command;
    }

    private static boolean connect(BoxLayout layout, Map<String, String> environment) throws IOException {
        if (environment.containsKey(URL) && environment.containsKey(KEY)) {
            return true;
        }
        var running = BoxState.ofRunning(layout);
        var keys = KeysFile.open(layout.keys());
        if (running.isEmpty() || keys.isEmpty()) {
            return false;
        }
        environment.putIfAbsent(URL, "ws://127.0.0.1:" + running.get().frontPort() + "/runner/ws");
        environment.putIfAbsent(KEY, keys.get().runnerKey());
        return true;
    }

    /** Ctrl-C reaches both; a plain kill of this process alone must not leave the runner behind. */
    private static void end(Process runner) {
        runner.destroy();
        try {
            runner.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
