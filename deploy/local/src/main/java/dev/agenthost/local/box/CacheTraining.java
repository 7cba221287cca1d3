package dev.agenthost.local.box;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.BoxPorts;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.plan.JavaCommand;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.testkit.postgres.PostgresMemory;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Makes the start-up caches of a project: a box in a home of its own starts, answers a few events and ends; from the records of
 * its processes the caches are made one after the other. Takes about a minute of one core.
 */
public final class CacheTraining {
    private static final int EVENTS = 20;

    private final Path project;
    private final Compilation compilation;
    private final AotCaches caches;
    private final Consumer<String> progress;

    /** @param compilation of the box that uses the caches */
    public CacheTraining(Path project, Compilation compilation, Consumer<String> progress) {
        this.project = project;
        this.compilation = compilation;
        this.caches = AotCaches.of(project);
        this.progress = progress;
    }

    /** Returns true if a box would start all of its processes with caches. */
    public boolean isDone() {
        return commands().entrySet().stream().allMatch(entry -> caches.has(entry.getKey(), entry.getValue()));
    }

    /** The commands of a box; caches do not depend on the keys and ports in them. */
    private Map<String, List<String>> commands() {
        var layout = new BoxLayout(project, caches.directory());
        var keys = BoxKeys.fresh(new SecureRandom());
        var ports = BoxPorts.choose(0, 1, () -> 0);
        var model = new ChatModel.Scripted(ports.model());
        var java = JavaCommand.ofThisJvm(layout.home(), compilation);
        return BoxPlan.of(layout, keys, ports, model, 1, java, layout.classPath())
                .commands();
    }

    /**
     * Makes the missing caches, and deletes those of earlier builds.
     *
     * @throws BoxFailedException if the training box does not start, for instance because another training runs
     */
    public void run() throws BoxFailedException, IOException, InterruptedException {
        if (!isDone()) {
            make();
        }
        caches.sweep(commands());
    }

    private void make() throws BoxFailedException, IOException, InterruptedException {
        var home = caches.directory().resolve("box");
        Files.createDirectories(home);
        var commands = record(new BoxLayout(project, home));
        for (var command : commands.entrySet()) {
            boolean made = caches.make(command.getKey(), command.getValue());
            progress.accept(
                    made
                            ? "start-up cache of " + command.getKey() + " is made"
                            : "The start-up cache is missing: " + command.getKey() + ": see "
                                    + caches.directory().resolve(command.getKey() + ".log"));
        }
        delete(home);
    }

    private Map<String, List<String>> record(BoxLayout layout)
            throws BoxFailedException, IOException, InterruptedException {
        var options = new BoxOptions(
                layout,
                1,
                FreePorts.next(),
                Map.of(),
                CacheMode.RECORD,
                true,
                compilation,
                PostgresMemory.SMALL,
                Duration.ZERO,
                false,
                line -> {});
        try (var box = Box.start(options)) {
            progress.accept("a training box is up");
            new TrainingWorkload(box.frontDoor(), box.apiKey()).run(EVENTS);
            var missing = new LinkedHashMap<>(box.commands());
            missing.entrySet().removeIf(entry -> caches.has(entry.getKey(), entry.getValue()));
            return missing;
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
