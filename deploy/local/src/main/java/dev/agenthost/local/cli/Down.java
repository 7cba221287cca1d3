package dev.agenthost.local.cli;

import dev.agenthost.local.box.Stopping;
import dev.agenthost.local.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "down", description = "Stops everything; data and keys are kept.", mixinStandardHelpOptions = true)
final class Down implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
        boolean ran = Stopping.stop(Shell.layout());
        System.out.println(ran ? "Agent Host is stopped; its data are kept." : "Agent Host was not running.");
        return Shell.OK;
    }
}
