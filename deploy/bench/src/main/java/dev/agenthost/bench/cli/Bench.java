package dev.agenthost.bench.cli;

import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;

/** {@code ./agenthost bench}: what is not {@code soak} is measured. */
public final class Bench {
    private static final String SOAK = "soak";

    private Bench() {}

    public static void main(String[] arguments) {
        // At each client Kafka says all of its settings.
        Logger.getLogger("").setLevel(Level.WARNING);
        boolean soaks = arguments.length > 0 && arguments[0].equals(SOAK);
        var command = soaks ? new CommandLine(new SoakCommand()) : new CommandLine(MeasureCommand.withPlan());
        var own = soaks ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
        command.setExecutionExceptionHandler((failure, failed, parsed) -> {
            // What was asked for does not exist, and the message says what does.
            if (failure instanceof IllegalArgumentException) {
                System.err.println(failure.getMessage());
                return failed.getCommandSpec().exitCodeOnInvalidInput();
            }
            throw failure;
        });
        System.exit(command.execute(own));
    }
}
