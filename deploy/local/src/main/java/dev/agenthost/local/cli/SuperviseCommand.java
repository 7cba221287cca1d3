package dev.agenthost.local.cli;

import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxFailedException;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.testkit.kafka.KafkaLogLevels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Holds the box open; {@code up} runs it in the background. */
@Command(name = "supervise", hidden = true, mixinStandardHelpOptions = true)
final class SuperviseCommand implements Callable<Integer> {
    @Mixin
    private BoxCommandOptions wishes = new BoxCommandOptions();

    @Override
    public Integer call() throws Exception {
        var layout = CommandContext.layout();
        Files.createDirectories(layout.run());
        return run(layout, wishes, line -> {
            System.out.println(line);
            append(layout, line);
        });
    }

    /** Writes a line for the waiting {@code up}; this process's own log also contains logs of libraries. */
    private static void append(BoxLayout layout, String line) {
        try {
            Files.writeString(layout.progress(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("cannot report progress: " + e.getMessage());
        }
    }

    /** The pause between words, which imitates a model. */
    private static final Duration WORD_PAUSE = Duration.ofMillis(60);

    static int run(BoxLayout layout, BoxCommandOptions wishes, Consumer<String> progress)
            throws IOException, InterruptedException {
        KafkaLogLevels.onlyWarnings();
        var ready = new boolean[1];
        Consumer<String> output = line -> progress.accept(ready[0] ? timed(line) : line);
        var options = new BoxOptions(layout, wishes.replicas, wishes.port, Map.of(), output)
                .with(wishes.compilation())
                .withWordPause(WORD_PAUSE)
                .withStartCheck();
        try (var box = Box.start(options)) {
            ready[0] = true;
            progress.accept("ready at " + box.frontDoor());
            BackgroundTraining.start(layout, wishes, output);
            box.awaitEnd();
            return CommandContext.OK;
        } catch (BoxFailedException e) {
            progress.accept(e.getMessage());
            return CommandContext.FAILED;
        }
    }

    /** A line with the time of day; lines during the start have the seconds since the start. */
    private static String timed(String line) {
        return LocalTime.now().truncatedTo(ChronoUnit.MILLIS) + "  " + line;
    }
}
