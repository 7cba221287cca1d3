package dev.agenthost.local.cli;

import dev.agenthost.local.cli.InstallationOptions.BoxKey;
import dev.agenthost.local.cli.InstallationOptions.RefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that calls the public REST API of an installation, and prints why it was refused. */
abstract class InstallationCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    final InstallationOptions installation;

    @Option(names = "--json", description = "The answer as JSON.")
    boolean json;

    InstallationCommand(BoxKey boxKey) {
        installation = new InstallationOptions(boxKey);
    }

    /** Carries the command out; returns the exit code. */
    abstract int answer(PrintWriter out) throws RefusedException, IOException, InterruptedException;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec == null
                ? new PrintWriter(System.out, true)
                : spec.commandLine().getOut();
        try {
            return answer(out);
        } catch (RefusedException refusal) {
            PrintWriter err = spec == null
                    ? new PrintWriter(System.err, true)
                    : spec.commandLine().getErr();
            err.println(refusal.getMessage());
            err.flush();
            return refusal.answer();
        } finally {
            out.flush();
        }
    }
}
