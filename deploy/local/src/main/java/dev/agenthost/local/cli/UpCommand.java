package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.model.ModelFile;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.process.LogFollower;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.testkit.process.DetachedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the box in the background and prints its progress until it is ready. */
@Command(
        name = "up",
        description = {"Starts everything and returns when it is ready.", "Ctrl-C while it starts stops it again."},
        mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
    private static final int HEAP_MB = 256;

    @Mixin
    private BoxCommandOptions wishes = new BoxCommandOptions();

    @Option(names = "--foreground", description = "Stay in the foreground, and stop everything on Ctrl-C.")
    private boolean foreground;

    @Override
    public Integer call() throws Exception {
        var layout = CommandContext.layout();
        var running = BoxState.ofRunning(layout);
        if (running.isPresent() && running.get().phase() == Phase.READY) {
            System.out.println("Agent Host is already running.");
            wishes.differFrom(running.get())
                    .ifPresent(how -> System.out.println(how + " To change that: ./agenthost down, then up again."));
            if (ModelFile.isNewer(layout.modelFile(), running.get().startedAt())) {
                System.out.println("extra/model.properties was changed after the box started and is not in use. "
                        + "To use it: ./agenthost down, then up again.");
            }
            ReadyBanner.print(running.get(), keys(layout));
            return CommandContext.OK;
        }
        return foreground ? SuperviseCommand.run(layout, wishes, System.out::println) : detached(layout);
    }

    private int detached(BoxLayout layout) throws IOException, InterruptedException {
        Files.createDirectories(layout.logs());
        Files.createDirectories(layout.run());
        Files.writeString(layout.progress(), "");
        var log = layout.log("supervisor");
        var shown = new LogFollower(layout.progress());
        var supervisor = DetachedProcess.process(command(), Map.of(), log).start();
        // The supervisor has a session of its own and receives no Ctrl-C; this command forwards it.
        var passOn = new Thread(supervisor::destroy, "pass-on");
        Runtime.getRuntime().addShutdownHook(passOn);
        while (true) {
            shown.print();
            var state = BoxState.last(layout).filter(last -> last.supervisorPid() == supervisor.pid());
            if (state.isPresent() && state.get().phase() == Phase.READY) {
                Runtime.getRuntime().removeShutdownHook(passOn);
                shown.print();
                ReadyBanner.print(state.get(), keys(layout));
                return CommandContext.OK;
            }
            if (!supervisor.isAlive()) {
                Runtime.getRuntime().removeShutdownHook(passOn);
                shown.print();
                System.err.println("Agent Host did not start; the log of its supervisor is " + log);
                return CommandContext.FAILED;
            }
            Thread.sleep(LogFollower.PAUSE);
        }
    }

    /** A box that runs has its keys. */
    private static BoxKeys keys(BoxLayout layout) throws IOException {
        return KeysFile.open(layout.keys())
                .orElseThrow(() -> new IOException("The keys of the running box are missing: " + layout.keys()));
    }

    private List<String> command() {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx" + HEAP_MB + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dagenthost.project=" + System.getProperty("agenthost.project", "."),
                "-cp",
                System.getProperty("java.class.path"),
                AgentHost.class.getName(),
                "supervise",
                "--replicas",
                Integer.toString(wishes.replicas),
                "--port",
                Integer.toString(wishes.port)));
        command.addAll(wishes.compilationArguments());
        return command;
    }
}
