package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.settings.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of the commands that start a box. */
final class BoxCommandOptions {
    static final String ALL_LEVELS = "--all-levels";

    private static final int LAST_PORT = 65535;

    int replicas = 1;
    int port;
    private boolean saidReplicas;

    @Option(
            names = ALL_LEVELS,
            description = {
                "For a box that runs for long or is measured: its JVMs compile at all levels,",
                "which takes some minutes at first and then halves the processor time."
            })
    private boolean allLevels;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "The number of replicas of every service, 1 to " + BoxOptions.MOST + " (default: 1).")
    void wantReplicas(int wanted) {
        saidReplicas = true;
        replicas = within("--replicas", 1, wanted, BoxOptions.MOST);
    }

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the front door (default: 8080, or the next free one).")
    void wantPort(int wanted) {
        port = within("--port", 0, wanted, LAST_PORT);
    }

    Compilation compilation() {
        return allLevels ? Compilation.ALL_LEVELS : Compilation.FIRST_LEVEL;
    }

    /** The arguments that request the same compilation in another command. */
    List<String> compilationArguments() {
        return allLevels ? List.of(ALL_LEVELS) : List.of();
    }

    /** Lists the options in which a running box differs from these; empty if it does not. */
    Optional<String> differFrom(BoxState running) {
        long replicas = running.processes().stream()
                .filter(process -> process.name().equals(Service.EVENT_GATEWAY.module()))
                .count();
        var differs = new ArrayList<String>();
        if (port != 0 && port != running.frontPort()) {
            differs.add("It listens on port " + running.frontPort() + ", not on " + port + ".");
        }
        if (saidReplicas && this.replicas != replicas) {
            differs.add("It has " + replicas + " of every service, not " + this.replicas + ".");
        }
        if (allLevels && running.compilation() != Compilation.ALL_LEVELS) {
            differs.add("Its JVMs do not compile at all levels.");
        }
        return differs.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", differs));
    }

    /** Checks a range now: later the error would only be in the log of a background process. */
    private int within(String option, int least, int wanted, int most) {
        if (wanted < least || wanted > most) {
            throw new ParameterException(
                    command.commandLine(), option + " must be " + least + " to " + most + ", not " + wanted);
        }
        return wanted;
    }
}
