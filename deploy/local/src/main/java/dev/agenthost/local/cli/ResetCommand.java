package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxShutdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "reset",
        description = "Stops everything and deletes all data, logs and keys of the box.",
        mixinStandardHelpOptions = true)
final class ResetCommand implements Callable<Integer> {
    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        var layout = CommandContext.layout();
        if (!yes && !confirmed(layout.home())) {
            System.out.println("Nothing was deleted.");
            return CommandContext.FAILED;
        }
        BoxShutdown.stop(layout);
        for (var part : new Path[] {
            layout.data(), layout.logs(), layout.run(), layout.home().resolve("config")
        }) {
            delete(part);
        }
        Files.deleteIfExists(layout.keys());
        System.out.println("Agent Host is stopped, and its data are deleted.");
        return CommandContext.OK;
    }

    private static boolean confirmed(Path home) {
        var console = System.console();
        if (console == null) {
            System.err.println("No terminal is attached; pass --yes to delete all data in " + home);
            return false;
        }
        var answer = console.readLine("Delete all data in %s? [y/N] ", home);
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (var all = Files.walk(directory)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
