package dev.agenthost.local.cli;

import dev.agenthost.local.box.AotCaches;
import dev.agenthost.local.box.CacheTraining;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.testkit.process.DetachedProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes missing start-up caches while a box is used, at the lowest priority, and ends with the process that started it. */
final class BackgroundTraining {
    private static final int HEAP_MB = 128;

    private BackgroundTraining() {}

    /** Starts the training; does nothing if no cache is missing, or this JDK has no caches. */
    static void start(BoxLayout layout, BoxCommandOptions wishes, Consumer<String> progress) throws IOException {
        if (!AotCaches.possible() || new CacheTraining(layout.project(), wishes.compilation(), progress).isDone()) {
            return;
        }
        var command = new ArrayList<>(List.of(
                "nice",
                "-n",
                "19",
                System.getProperty("java.home") + "/bin/java",
                "-Xmx" + HEAP_MB + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dagenthost.project=" + layout.project(),
                "-cp",
                System.getProperty("java.class.path"),
                AgentHost.class.getName(),
                "caches"));
        command.addAll(wishes.compilationArguments());
        var process =
                DetachedProcess.process(command, Map.of(), layout.log("caches")).start();
        progress.accept("creating start-up caches in the background, once; the next start is faster");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process), "training-end"));
    }

    /** Kills the training: its unfinished recording is useless, and takes long to write on a busy machine. */
    private static void end(Process process) {
        Stream.concat(Stream.of(process.toHandle()), process.descendants().toList().stream())
                .forEach(ProcessHandle::destroyForcibly);
    }
}
