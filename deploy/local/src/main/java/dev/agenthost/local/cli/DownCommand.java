package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxShutdown;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "down", description = "Stops everything; data and keys are kept.", mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
        boolean ran = BoxShutdown.stop(CommandContext.layout());
        System.out.println(ran ? "Agent Host is stopped; its data are kept." : "Agent Host was not running.");
        return CommandContext.OK;
    }
}
