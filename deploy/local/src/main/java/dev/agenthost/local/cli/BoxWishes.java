package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of whoever starts a box. */
final class BoxWishes {
    private static final int LAST_PORT = 65535;

    int replicas = 1;
    int port;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many of every service, 1 to " + BoxOptions.MOST + " (default: ${DEFAULT-VALUE}).")
    void wantReplicas(int wanted) {
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

    /** Said here: later there is only the log of a process in the background to say it in. */
    private int within(String option, int least, int wanted, int most) {
        if (wanted < least || wanted > most) {
            throw new ParameterException(
                    command.commandLine(), option + " must be " + least + " to " + most + ", not " + wanted);
        }
        return wanted;
    }
}
