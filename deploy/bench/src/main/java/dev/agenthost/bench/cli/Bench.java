package dev.agenthost.bench.cli;

import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;

/** {@code ./agenthost bench}: runs the soak for {@code soak}, else the measures. */
public final class Bench {
    private static final String SOAK = "soak";

    private Bench() {}

    public static void main(String[] arguments) {
        // Kafka logs all settings of each client at INFO.
        Logger.getLogger("").setLevel(Level.WARNING);
        boolean soaks = arguments.length > 0 && arguments[0].equals(SOAK);
        var command = soaks ? new CommandLine(new SoakCommand()) : new CommandLine(MeasureCommand.withPlan());
        var own = soaks ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
        command.setExecutionExceptionHandler((failure, failed, parsed) -> {
            // The measure does not exist; the message lists those that do.
            if (failure instanceof IllegalArgumentException) {
                System.err.println(failure.getMessage());
                return failed.getCommandSpec().exitCodeOnInvalidInput();
            }
            throw failure;
        });
        System.exit(command.execute(own));
    }
}
