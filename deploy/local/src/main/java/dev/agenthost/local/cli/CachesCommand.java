package dev.agenthost.local.cli;

import dev.agenthost.local.box.AotCaches;
import dev.agenthost.local.box.CacheTraining;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.testkit.kafka.KafkaLogLevels;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the start-up caches in the foreground; {@code up} makes them in the background. */
@Command(
        name = "caches",
        description = {
            "Creates the start-up caches of the built tree by a training start; takes about a minute.",
            "up does the same in the background when they are missing. They need JDK 25."
        },
        mixinStandardHelpOptions = true)
final class CachesCommand implements Callable<Integer> {
    @Option(names = BoxCommandOptions.ALL_LEVELS, description = "For a box with the same option.")
    private boolean allLevels;

    @Override
    public Integer call() throws Exception {
        if (!AotCaches.possible()) {
            System.out.println("This JDK has no start-up caches; 25 has.");
            return CommandContext.OK;
        }
        KafkaLogLevels.onlyWarnings();
        new CacheTraining(
                        CommandContext.layout().project(),
                        allLevels ? Compilation.ALL_LEVELS : Compilation.FIRST_LEVEL,
                        System.out::println)
                .run();
        return CommandContext.OK;
    }
}
